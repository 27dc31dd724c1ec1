import { describe, expect, test } from 'bun:test';
import { MAX_BODY_BYTES } from '@plat/kit';
import { servedEndpoints } from './app.ts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { enterprise, errorOf, HERE, SERVICES, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

describe('refused requests get the documented error body:', () => {
  type Case = [name: string, send: () => Promise<Response>, status: number, code: string, sentence: RegExp];
  const bad = (body: unknown, headers = {}) => gateway.post('/v1/buyer-search', body, headers);
  const withKey = (key: string) => bad(HERE, { 'x-api-key': key });
  const sub = (changes: Parameters<typeof gateway.set>[1]) => {
    gateway.set(SUBSCRIBER_KEY, changes);
    return bad(HERE);
  };
  const cases: Case[] = [
    ['no key', () => withKey(''), 401, 'API_KEY_REQUIRED', /API key is required/],
    ['a blank key', () => withKey('   '), 401, 'API_KEY_REQUIRED', /API key is required/],
    ['an unknown key', () => withKey('plat_sub_nope'), 401, 'INVALID_API_KEY', /unknown or inactive/],
    ['a huge key', () => withKey('x'.repeat(4_000)), 401, 'INVALID_API_KEY', /unknown or inactive/],
    ['a deactivated key', () => sub({ active: false }), 401, 'INVALID_API_KEY', /unknown or inactive/],
    ['a lapsed subscription', () => sub({ subscription: 'lapsed' }), 403, 'SUBSCRIPTION_INACTIVE', /subscription/],
    ['no subscription', () => sub({ subscription: null }), 403, 'SUBSCRIPTION_INACTIVE', /subscription/],
    [
      'a key without access to the endpoint',
      () => sub({ authorized_endpoints: ['autocomplete'] }),
      403,
      'ENDPOINT_NOT_AUTHORIZED',
      /buyer_search/,
    ],
    [
      'a key of the wrong kind',
      () => sub({ key_kind: 'legacy_search' }),
      403,
      'ENDPOINT_NOT_AUTHORIZED',
      /not authorized/,
    ],
    ['a seat without buyer search', () => sub({ may_search_buyers: false }), 403, 'SEAT_NOT_ALLOWED', /seat/],
    ['an enterprise key without a user', () => bad(HERE, enterprise()), 401, 'USER_REQUIRED', /x-user-id/],
    ['an empty user', () => bad(HERE, enterprise('  ')), 401, 'USER_REQUIRED', /x-user-id/],
    ['an unknown user', () => bad(HERE, enterprise('user-2')), 401, 'USER_INACTIVE', /unknown or inactive/],
    ['an overlong user id', () => bad(HERE, enterprise('u'.repeat(256))), 401, 'USER_INACTIVE', /unknown/],
    ['invalid JSON', () => bad('{"latitude": 33,'), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
    ['an empty body', () => bad(''), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
    ['an array', () => bad('[]'), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
    ['null', () => bad('null'), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
    [
      'a body over 256 KB',
      () => bad({ ...HERE, note: 'x'.repeat(MAX_BODY_BYTES) }),
      400,
      'INVALID_REQUEST_BODY',
      /^Invalid/,
    ],
    ['deep nesting', () => bad(`${'['.repeat(100_000)}`), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
    [
      'another content type',
      () => bad(HERE, { 'content-type': 'text/plain' }),
      400,
      'INVALID_REQUEST_BODY',
      /^Invalid/,
    ],
    [
      'a wrong type',
      () => bad({ ...HERE, radius_miles: '2' }),
      400,
      'VALIDATION_ERROR',
      /^radius_miles must be a number/,
    ],
    ['a value out of range', () => bad({ ...HERE, radius_miles: 11 }), 400, 'VALIDATION_ERROR', /^radius_miles/],
    [
      'a wrong deprecated field',
      () => bad({ ...HERE, flipper_weight: 'a' }),
      400,
      'VALIDATION_ERROR',
      /^flipper_weight/,
    ],
    ['a wrong parameter', () => gateway.post('/v1/buyer-search?sort=price', HERE), 400, 'VALIDATION_ERROR', /^sort/],
    ['an unknown path', () => gateway.post('/v1/nothing', {}), 404, 'NOT_FOUND', /no such endpoint/],
    ['a path of a disabled service', () => gateway.post('/automation/setup', {}), 404, 'NOT_FOUND', /no such/],
    ['a wrong method', () => gateway.send('/v1/buyer-search', { method: 'PUT' }), 405, 'METHOD_NOT_ALLOWED', /POST/],
    ['an internal path', () => gateway.post('/internal/verify-key', {}), 404, 'NOT_FOUND', /no such endpoint/],
  ];
  for (const [name, send, status, code, sentence] of cases) {
    test(`${name} is ${status} ${code}`, async () => {
      const response = await send();
      const body = await errorOf(response);
      expect([response.status, body.code]).toEqual([status, code]);
      expect(body.error).toMatch(sentence);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-api-version')).toBe('1.0.0');
      expect(gateway.fake.forwarded).toHaveLength(0);
    });
  }

  test('lists every invalid field and names the first one in the message', async () => {
    const body = await errorOf(await bad({ ...HERE, latitude: 91, radius_miles: 0 }));
    expect(body.fields?.map(({ field }) => field)).toEqual(['latitude', 'radius_miles']);
    expect(body.error).toStartWith('latitude ');
  });
  test('lists the allowed methods for a wrong one', async () => {
    expect((await gateway.send('/functions/v1/autocomplete', { method: 'GET' })).headers.get('allow')).toBe('POST');
  });
  test('ignores x-user-id of a subscriber key', async () => {
    expect((await bad(HERE, { 'x-user-id': 'nobody' })).status).toBe(200);
  });
  test('refuses a lapsed subscription everywhere with a documented code', async () => {
    gateway.set(SUBSCRIBER_KEY, { subscription: 'lapsed', rate_limit: 1_000 });
    for (const { method, path, policy, errors } of servedEndpoints(SERVICES)) {
      const headers = { 'x-api-key': SUBSCRIBER_KEY };
      const response = await gateway.send(path, { method, headers });
      const { code } = await errorOf(response);
      const wanted = policy.keyKinds.includes('subscriber') ? 'SUBSCRIPTION_INACTIVE' : 'ENDPOINT_NOT_AUTHORIZED';
      expect({ path, status: response.status, code }).toEqual({ path, status: 403, code: wanted });
      expect(errors[403]).toContain(wanted);
    }
  });
  test('accepts a trial as an active subscription', async () => {
    expect((await sub({ subscription: 'trial' })).status).toBe(200);
  });
});
