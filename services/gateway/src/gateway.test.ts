import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { AppError, MAX_BODY_BYTES, Reply } from '@plat/kit';
import { ENTERPRISE_KEY, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

let gateway = startTestGateway();
beforeEach(async () => {
  await gateway.close();
  gateway = startTestGateway();
});
afterAll(() => gateway.close());

const SEARCH = { search_string: '123 Main' };
const HERE = { latitude: 33.4, longitude: -112 };
const enterprise = (userId?: string) => ({
  'x-api-key': ENTERPRISE_KEY,
  ...(userId === undefined ? {} : { 'x-user-id': userId }),
});
const bodyOf = async (response: Response) =>
  (await response.json()) as { error: string; code: string; fields?: { field: string; problem: string }[] };

describe('a good request', () => {
  test('gets the answer of the service, on every path of the endpoint', async () => {
    for (const path of ['/v1/autocomplete', '/functions/v1/autocomplete']) {
      const response = await gateway.post(path, SEARCH);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([
        { address: '123 Main St, Phoenix, AZ 85043', latitude: 33.4, longitude: -112 },
      ]);
    }
  });
  test('carries version, request id, rate and security headers', async () => {
    const { headers } = await gateway.post('/v1/autocomplete', SEARCH, { 'x-request-id': 'trace-7' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-api-version': '1.0.0',
      'x-request-id': 'trace-7',
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '19',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store, private',
    });
    expect(headers.get('retry-after')).toBeNull();
  });
  test('reaches the service as it was written, with the principal and without the key', async () => {
    const text = '{ "search_string" : "1e2 Main", "x": 1.50 }';
    let principal: unknown;
    gateway.fake.geo = async (context) => {
      principal = context.principal;
      return [];
    };
    let received = '';
    gateway.fake.wire.geo = async (request) => {
      received = await request.clone().text();
      return Response.json([]);
    };
    await gateway.post('/v1/autocomplete', text);
    expect(received).toBe(text);
    delete gateway.fake.wire.geo;
    await gateway.post('/v1/autocomplete', text, enterprise('user-1'));
    expect(principal).toEqual({ keyId: 'key-ent', keyKind: 'enterprise', companyId: 'company-2', userId: 'user-1' });
    for (const request of gateway.fake.forwarded) expect(request.headers.get('x-api-key')).toBeNull();
  });
  test('keeps the status, body and allowed headers of the service, and no other', async () => {
    gateway.fake.investors = async () =>
      new Reply({ search_id: '7f1d5b0c-6f0e-4a64-9d6e-0f5d7c9b1a2e', status: 'pending' }, 202, {
        location: '/v1/buyer-search?search_id=7f',
        'x-deal-id': 'deal-1',
        'x-internal-shard': 'db-7',
        'set-cookie': 'a=b',
      });
    const response = await gateway.post('/v1/buyer-search', { ...HERE, async: true });
    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toBe('/v1/buyer-search?search_id=7f');
    expect(response.headers.get('x-deal-id')).toBe('deal-1');
    expect(response.headers.get('x-internal-shard')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  });
  test('passes its query on', async () => {
    let sort: unknown;
    gateway.fake.investors = async ({ query }) => {
      sort = query.sort;
      return [];
    };
    expect((await gateway.post('/v1/buyer-search?sort=distance', HERE)).status).toBe(200);
    expect(sort).toBe('distance');
  });
  test('may leave its content type out, and may name a charset', async () => {
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON']) {
      expect((await gateway.post('/v1/autocomplete', SEARCH, { 'content-type': type })).status).toBe(200);
    }
    const body = new Blob([JSON.stringify(SEARCH)]);
    const untyped = await gateway.send('/v1/autocomplete', {
      method: 'POST',
      body,
      headers: { 'x-api-key': SUBSCRIBER_KEY },
    });
    expect(untyped.status).toBe(200);
  });
  test('learns which fields were ignored, never more than a header may carry', async () => {
    const ignored = async (fields: object) =>
      (await gateway.post('/v1/autocomplete', { ...SEARCH, ...fields })).headers.get('x-ignored-fields');
    expect(await ignored({})).toBeNull();
    expect(await ignored({ limit: 5, 'evil\r\nSet-Cookie: a': 1, ünï: 2 })).toBe('limit');
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field_${i}`, i]));
    expect((await ignored(many))?.split(', ')).toHaveLength(20);
  });
  test('learns that flipper_weight is deprecated, only when it was sent', async () => {
    const sent = await gateway.post('/v1/buyer-search', { ...HERE, flipper_weight: 0.5 });
    expect(sent.status).toBe(200);
    expect(sent.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(sent.headers.get('link')).toContain('rel="deprecation"');
    expect((await gateway.post('/v1/buyer-search', HERE)).headers.get('deprecation')).toBeNull();
  });
});

describe('a refused request gets the documented error body:', () => {
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
      'a key without the endpoint',
      () => sub({ authorized_endpoints: ['autocomplete'] }),
      403,
      'ENDPOINT_NOT_AUTHORIZED',
      /buyer_search/,
    ],
    [
      'a key of another kind',
      () => sub({ key_kind: 'legacy_search' }),
      403,
      'ENDPOINT_NOT_AUTHORIZED',
      /not authorized/,
    ],
    ['a seat without buyer search', () => sub({ may_search_buyers: false }), 403, 'SEAT_NOT_ALLOWED', /seat/],
    ['an enterprise key without a user', () => bad(HERE, enterprise()), 401, 'USER_REQUIRED', /x-user-id/],
    ['an empty user', () => bad(HERE, enterprise('  ')), 401, 'USER_REQUIRED', /x-user-id/],
    ['an unknown user', () => bad(HERE, enterprise('user-2')), 401, 'USER_INACTIVE', /unknown or inactive/],
    ['a user id that is too long', () => bad(HERE, enterprise('u'.repeat(256))), 401, 'USER_INACTIVE', /unknown/],
    ['JSON that is none', () => bad('{"latitude": 33,'), 400, 'INVALID_REQUEST_BODY', /^Invalid request body$/],
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
    ['a path that is not served yet', () => gateway.post('/v1/linked-deals', {}), 404, 'NOT_FOUND', /no such endpoint/],
    ['a wrong method', () => gateway.send('/v1/buyer-search', { method: 'PUT' }), 405, 'METHOD_NOT_ALLOWED', /POST/],
    ['an internal path', () => gateway.post('/internal/verify-key', {}), 404, 'NOT_FOUND', /no such endpoint/],
  ];
  for (const [name, send, status, code, sentence] of cases) {
    test(`${name} is ${status} ${code}`, async () => {
      const response = await send();
      const body = await bodyOf(response);
      expect([response.status, body.code]).toEqual([status, code]);
      expect(body.error).toMatch(sentence);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-api-version')).toBe('1.0.0');
      expect(gateway.fake.forwarded).toHaveLength(0);
    });
  }

  test('a validation error lists every field, the first one in the sentence', async () => {
    const body = await bodyOf(await bad({ ...HERE, latitude: 91, radius_miles: 0 }));
    expect(body.fields?.map(({ field }) => field)).toEqual(['latitude', 'radius_miles']);
    expect(body.error).toStartWith('latitude ');
  });
  test('a wrong method names the right ones', async () => {
    expect((await gateway.send('/functions/v1/buyer-search', { method: 'GET' })).headers.get('allow')).toBe('POST');
  });
  test('a subscriber key may send any x-user-id: it is ignored', async () => {
    expect((await bad(HERE, { 'x-user-id': 'nobody' })).status).toBe(200);
  });
  test('a trial counts as an active subscription', async () => {
    expect((await sub({ subscription: 'trial' })).status).toBe(200);
  });
});

describe('a failure behind the gateway', () => {
  type Case = [name: string, arrange: () => void, status: number, code: string];
  const cases: Case[] = [
    [
      'an unreachable service',
      () => {
        gateway.fake.wire.geo = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:8080'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a proxy page instead of an answer',
      () => {
        gateway.fake.wire.geo = async () => new Response('<h1>Bad gateway</h1>', { status: 503 });
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a redirect',
      () => {
        gateway.fake.wire.geo = async () =>
          new Response(null, { status: 302, headers: { location: 'http://10.1.2.3/' } });
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a crash in the service',
      () => {
        gateway.fake.geo = () => Promise.reject(new Error('relation "users" does not exist'));
      },
      500,
      'INTERNAL',
    ],
    [
      'an upstream lookup that failed',
      () => {
        gateway.fake.geo = () => Promise.reject(new AppError('UPSTREAM_ERROR', 'The address lookup failed; try again'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a service that takes too long, where 504 is not documented,',
      () => {
        gateway.fake.geo = () => Promise.reject(new AppError('TIMEOUT', 'too long'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'an accounts service that is away',
      () => {
        gateway.fake.wire.accounts = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:8081'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a service that refuses our token',
      () => {
        gateway.fake.wire.geo = async () =>
          Response.json(
            { error: 'token', code: 'INVALID_API_KEY' },
            { status: 401, headers: { 'www-authenticate': 'Bearer' } },
          );
      },
      502,
      'UPSTREAM_ERROR',
    ],
  ];
  for (const [name, arrange, status, code] of cases) {
    test(`${name} is ${status} ${code}, without detail`, async () => {
      arrange();
      const response = await gateway.post('/v1/autocomplete', SEARCH);
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([status, code]);
      expect(text).not.toMatch(/10\.1|ECONN|relation|<h1>|token/);
    });
  }
  test('a service that takes too long is 504 TIMEOUT where that is documented', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('TIMEOUT', 'The search took too long'));
    const response = await gateway.post('/v1/buyer-search', HERE);
    expect([response.status, (await bodyOf(response)).code]).toEqual([504, 'TIMEOUT']);
  });
  test('a domain error keeps its code and sentence', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    const response = await gateway.post('/v1/buyer-search', { address: '1 Nowhere Ln, Phoenix, AZ 85043' });
    expect([response.status, await bodyOf(response)]).toEqual([
      404,
      { error: 'No property has this address', code: 'ADDRESS_NOT_FOUND' },
    ]);
  });
});

describe('keys', () => {
  const status = async (headers = {}) => (await gateway.post('/v1/autocomplete', SEARCH, headers)).status;

  test('are remembered between requests, and asked for again after a few seconds', async () => {
    for (let i = 0; i < 6; i++) expect(await status()).toBe(200);
    expect(gateway.fake.verified.length).toBe(2);
  });
  test('that are revoked stop at once', async () => {
    for (let i = 0; i < 4; i++) expect(await status()).toBe(200);
    gateway.set(SUBSCRIBER_KEY, { active: false });
    await gateway.epochs.advance('key-sub');
    expect(await status()).toBe(401);
    gateway.set(SUBSCRIBER_KEY, { active: true });
    await gateway.epochs.advance('key-sub');
    expect(await status()).toBe(200);
  });
  test('whose epoch changes while they are verified are not remembered under the new one', async () => {
    expect(await status()).toBe(200);
    gateway.fake.wire.accounts = async () => {
      const stale = { ...gateway.fake.keys.get(SUBSCRIBER_KEY)! };
      gateway.set(SUBSCRIBER_KEY, { active: false });
      await gateway.epochs.advance('key-sub');
      delete gateway.fake.wire.accounts;
      return Response.json({ key: stale });
    };
    expect(await status()).toBe(200);
    expect(await status()).toBe(401);
  });
  test('are verified anew for each request while epochs cannot be read', async () => {
    const { close, ...away } = startTestGateway({
      epochs: { current: () => Promise.reject(new Error('away')), advance: async () => {}, close: async () => {} },
    });
    for (let i = 0; i < 3; i++) expect((await away.post('/v1/autocomplete', SEARCH)).status).toBe(200);
    expect(away.fake.verified).toHaveLength(3);
    await close();
  });
  test('that do not exist are looked up once in a while, and guessing stops at the edge', async () => {
    for (let i = 0; i < 3; i++) expect(await status({ 'x-api-key': 'plat_sub_guess' })).toBe(401);
    expect(gateway.fake.verified).toEqual(['unknown']);
    const statuses = [];
    for (let i = 0; i < 120; i++) statuses.push(await status({ 'x-api-key': `guess-${i}` }));
    expect(statuses.filter((seen) => seen === 429).length).toBeGreaterThan(10);
    expect(gateway.fake.verified.length).toBeLessThan(110);
    gateway.clock.advance(10_000);
    expect(await status()).toBe(200);
  });
  test('end users of one key are told apart', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await status(enterprise('user-1'))).toBe(200);
      expect(await status(enterprise('user-2'))).toBe(401);
    }
  });
});

describe('the minute limit', () => {
  test('admits exactly the limit of a parallel burst and tells the rest when to come back', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => gateway.post('/v1/autocomplete', SEARCH)));
    const refused = responses.filter((response) => response.status === 429);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(10);
    const body = await bodyOf(refused[0]!);
    expect(body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(body.error).toContain('20 requests per minute');
    expect(Object.fromEntries(refused[0]!.headers)).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '0',
    });
    gateway.clock.advance(60_000);
    expect((await gateway.post('/v1/autocomplete', SEARCH)).status).toBe(200);
  });
  test('counts a request whatever becomes of it, across endpoints, and a refusal costs nothing', async () => {
    const remaining = async (path: string, body: unknown) =>
      (await gateway.post(path, body)).headers.get('x-ratelimit-remaining');
    expect(await remaining('/v1/autocomplete', SEARCH)).toBe('19');
    expect(await remaining('/v1/autocomplete', '{')).toBe('18');
    expect(await remaining('/v1/buyer-search', {})).toBe('17');
    gateway.fake.investors = () => Promise.reject(new Error('crash'));
    expect(await remaining('/v1/buyer-search', HERE)).toBe('16');
    gateway.set(SUBSCRIBER_KEY, { authorized_endpoints: [] });
    await gateway.epochs.advance('key-sub');
    expect(await remaining('/v1/buyer-search', HERE)).toBe('15');
  });
  test('is the limit of the key, for all of its users together', async () => {
    gateway.set(ENTERPRISE_KEY, { rate_limit_per_minute: 3 });
    gateway.fake.knownUsers.add('user-2');
    const statuses = [];
    for (const user of ['user-1', 'user-2', 'user-1', 'user-2']) {
      statuses.push((await gateway.post('/v1/autocomplete', SEARCH, enterprise(user))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
  test('is not spent by requests without a known key', async () => {
    for (let i = 0; i < 5; i++) await gateway.post('/v1/autocomplete', SEARCH, { 'x-api-key': 'nope' });
    const response = await gateway.post('/v1/autocomplete', SEARCH);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('19');
  });
});

describe('the edge', () => {
  test('answers a burst with plain text and no rate-limit headers', async () => {
    let last = new Response();
    for (let i = 0; i < 201; i++) last = await gateway.post('/v1/autocomplete', SEARCH);
    expect(last.status).toBe(429);
    expect(last.headers.get('content-type')).toStartWith('text/plain');
    expect(last.headers.get('x-ratelimit-limit')).toBeNull();
    expect(last.headers.get('retry-after')).toBe('10');
    gateway.clock.advance(10_000);
    expect((await gateway.post('/v1/autocomplete', SEARCH)).headers.get('content-type')).toContain('json');
  });
  test('refuses plain HTTP with 403, also on unknown paths, and lets health checks through', async () => {
    const { close, ...strict } = startTestGateway({ requireHttps: true });
    for (const path of ['/v1/autocomplete', '/v1/nothing']) {
      const response = await strict.post(path, SEARCH);
      expect([response.status, (await bodyOf(response)).code]).toEqual([403, 'HTTPS_REQUIRED']);
    }
    expect((await strict.send('/health')).status).toBe(200);
    await close();
  });
  test('believes X-Forwarded-Proto from a trusted proxy only', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const untrusting = startTestGateway({ requireHttps: true, trustedProxies: ['10.0.0.0/8'] });
    expect((await untrusting.post('/v1/autocomplete', SEARCH, https)).status).toBe(403);
    await untrusting.close();
    const trusting = startTestGateway({ requireHttps: true, trustedProxies: ['127.0.0.1'] });
    expect((await trusting.post('/v1/autocomplete', SEARCH, https)).status).toBe(200);
    expect((await trusting.post('/v1/autocomplete', SEARCH, { 'x-forwarded-proto': 'http' })).status).toBe(403);
    expect((await trusting.post('/v1/autocomplete', SEARCH)).status).toBe(403);
    await trusting.close();
  });
});

describe('the log', () => {
  test('has one structured line per request and no secret of any kind', async () => {
    gateway.lines.length = 0;
    const secrets = ['hook-secret-9f8e7d', 'jane.doe@example.com', SUBSCRIBER_KEY, 'plat_sub_0123'];
    await gateway.post('/v1/buyer-search?api_key=query-secret-1', {
      ...HERE,
      webhook_url: 'https://hooks.example.com/plat',
      webhook_secret: secrets[0],
      note: secrets[1],
    });
    gateway.fake.geo = () => Promise.reject(new Error('x-api-key: query-secret-1 of jane.doe@example.com'));
    await gateway.post('/v1/autocomplete', SEARCH);
    await gateway.post('/v1/autocomplete', SEARCH, { 'x-api-key': 'query-secret-1' });
    const requests = gateway.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.map(({ route, status, keyId }) => [route, status, keyId])).toEqual([
      ['/v1/buyer-search', 200, 'key-sub'],
      ['/v1/autocomplete', 500, 'key-sub'],
      ['/v1/autocomplete', 401, undefined],
    ]);
    for (const request of requests) expect(request).toMatchObject({ service: 'gateway', method: 'POST' });
    const log = gateway.lines.join('');
    for (const secret of [...secrets, 'query-secret-1', 'Bearer ey']) expect(log).not.toContain(secret);
  });
});

describe('operations', () => {
  test('readiness asks every service', async () => {
    expect((await gateway.send('/ready')).status).toBe(200);
    gateway.fake.wire.investors = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3'));
    const response = await gateway.send('/ready');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: 'not_ready',
      service: 'gateway',
      checks: { accounts: 'ok', geo: 'ok', investors: 'failed' },
    });
    expect((await gateway.send('/health')).status).toBe(200);
  });
  test('metrics count requests by route pattern', async () => {
    await gateway.post('/functions/v1/autocomplete', SEARCH);
    const metrics = await (await gateway.send('/metrics')).text();
    expect(metrics.includes('route="/v1/autocomplete",status="200"')).toBe(true);
  });
  test('the root points to the documentation', async () => {
    expect(await (await gateway.send('/')).json()).toEqual({ name: 'Plat', version: '1.0.0', documentation: '/docs' });
  });
  test('a stop finishes what is in flight', async () => {
    const arrived = Promise.withResolvers<void>();
    gateway.fake.geo = async () => {
      arrived.resolve();
      await Bun.sleep(150);
      return [];
    };
    const inFlight = gateway.post('/v1/autocomplete', SEARCH);
    await arrived.promise;
    expect(await gateway.server.stop(5_000)).toBe(0);
    expect((await inFlight).status).toBe(200);
  });
});
