import { describe, expect, test } from 'bun:test';
import { buyerSearch } from '@plat/contracts';
import { Reply } from '@plat/kit';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { ENTERPRISE_KEY_ID, enterprise, HERE, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

describe('successful requests', () => {
  test("return the service's response on every path of the endpoint", async () => {
    for (const path of ['/v1/autocomplete', '/functions/v1/autocomplete']) {
      const response = await gateway.post(path, SEARCH);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([
        { address: '123 Main St, Phoenix, AZ 85043', latitude: 33.4, longitude: -112 },
      ]);
    }
  });
  test('carry version, request id, rate limit and security headers', async () => {
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
  test('reach the service unchanged, with the principal and without the key', async () => {
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
    expect(principal).toEqual({
      keyId: ENTERPRISE_KEY_ID,
      keyKind: 'enterprise',
      companyId: 'company-2',
      userId: 'user-1',
      realm: 'live',
    });
    for (const request of gateway.fake.forwarded) expect(request.headers.get('x-api-key')).toBeNull();
  });
  test("keep the service's status, body and allowed headers only", async () => {
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
  test('keep every header that the endpoint documents', async () => {
    const documented = Object.keys(buyerSearch.responseHeaders ?? {}).map((name) => name.toLowerCase());
    const valued = documented.map((name) => [name, `the ${name}`] as const);
    gateway.fake.investors = async () => new Reply([], 200, Object.fromEntries(valued));
    const { headers } = await gateway.post('/v1/buyer-search', HERE);
    expect(documented).toContain('x-search-funnel');
    expect(documented.map((name) => [name, headers.get(name)])).toEqual(valued.map(([...pair]) => pair));
  });
  test('forward the query string', async () => {
    let sort: unknown;
    gateway.fake.investors = async ({ query }) => {
      sort = query.sort;
      return [];
    };
    expect((await gateway.post('/v1/buyer-search?sort=distance', HERE)).status).toBe(200);
    expect(sort).toBe('distance');
  });
  test('may omit the content type or name a charset', async () => {
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
  test('list ignored fields, within the header size limit', async () => {
    const ignored = async (fields: object) =>
      (await gateway.post('/v1/autocomplete', { ...SEARCH, ...fields })).headers.get('x-ignored-fields');
    expect(await ignored({})).toBeNull();
    expect(await ignored({ limit: 5, 'evil\r\nSet-Cookie: a': 1, ünï: 2 })).toBe('limit');
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field_${i}`, i]));
    expect((await ignored(many))?.split(', ')).toHaveLength(20);
  });
  test('list ignored query parameters of GET and POST requests', async () => {
    const ignored = async (path: string, init: RequestInit = {}) =>
      (await gateway.send(path, { ...init, headers: { 'x-api-key': SUBSCRIBER_KEY } })).headers.get('x-ignored-fields');
    expect(await ignored('/v1/webhook-deliveries?status=failed')).toBeNull();
    expect(await ignored('/v1/webhook-deliveries?status=failed&limit=5&state=AZ&limit=6')).toBe('limit, state');
    expect(await ignored('/v1/coverage?adress=here&state=AZ')).toBe('adress, state');
    expect(await ignored('/v1/accuracy?county=Maricopa')).toBe('county');
    const body = JSON.stringify({ ...SEARCH, limit: 5 });
    expect(await ignored('/v1/autocomplete?limit=5&page=2', { method: 'POST', body })).toBe('limit, page');
  });
  test('warn that flipper_weight is deprecated only when it was sent', async () => {
    const sent = await gateway.post('/v1/buyer-search', { ...HERE, flipper_weight: 0.5 });
    expect(sent.status).toBe(200);
    expect(sent.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(sent.headers.get('link')).toContain('rel="deprecation"');
    expect((await gateway.post('/v1/buyer-search', HERE)).headers.get('deprecation')).toBeNull();
  });
});
