import { afterEach, describe, expect, test } from 'bun:test';
import { PlatClient } from './client.ts';
import { PlatApiError, PlatNetworkError, PlatSearchFailedError } from './errors.ts';
import { failureOf, GATEWAY, KEY, open, PLACES, platOf, SUBJECT } from './plat-of-stand-in.fixture.ts';
import { json } from './stand-in.fixture.ts';

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('a request', () => {
  test('carries key, user, body and query where the API expects them, and nothing else', async () => {
    const { plat, server } = platOf([json(200, [])], { userId: 'agent-1' });
    await plat.buyerSearch(SUBJECT, { sort: 'distance' }, { userId: 'agent-2' });
    await plat.createApiUser({ user_id: 'agent-3' });
    await plat.automationSetup({ uid: 'agent' }, { id_token: 'token' });
    await plat.legacyResults({ 'search-id': 'a search', keep_falsy: 'true' });
    await plat.subscribeWebhook({ api_key: 'zk', web_url: 'https://hooks.example.com/1?a=b&c' });
    const [search, user, setup, results, subscribed] = server.requests;
    expect(search).toMatchObject({ method: 'POST', path: '/v1/buyer-search?sort=distance', body: SUBJECT });
    expect([search?.headers.get('x-api-key'), search?.headers.get('x-user-id')]).toEqual([KEY, 'agent-2']);
    expect([user?.headers.get('x-api-key'), user?.headers.get('x-user-id')]).toEqual([KEY, null]);
    expect([setup?.headers.get('authorization'), setup?.headers.get('x-api-key')]).toEqual(['Bearer token', null]);
    expect(results).toMatchObject({ method: 'GET', path: '/v1/results?keep_falsy=true', body: undefined });
    expect(results?.headers.get('search-id')).toBe('a search');
    expect(new URL(subscribed!.path, server.url).searchParams.get('web_url')).toBe('https://hooks.example.com/1?a=b&c');
  });

  test('accepts a base URL with a path, and never sends the key over plain HTTP to another machine', async () => {
    const { server } = platOf([PLACES]);
    await new PlatClient({ baseUrl: `${server.url}/plat/` }).autocomplete({ search_string: 'Phoenix' });
    expect(server.requests[0]?.path).toBe('/plat/v1/autocomplete');
    expect(server.requests[0]?.headers.has('x-api-key')).toBe(false);
    for (const baseUrl of ['http://api.example.com', 'ftp://api.example.com', 'api', 'https://a:b@api.example.com']) {
      expect(() => new PlatClient({ baseUrl, apiKey: KEY })).toThrow(/^baseUrl must /);
    }
    new PlatClient({ baseUrl: 'http://plat.internal', allowPlainHttp: true });
  });

  test.each(['/', '/v1', '/v1/', '//v1//', '/plat/v1/'])(
    'goes to the same place with a base URL of %s',
    async (path) => {
      const { server } = platOf([PLACES]);
      const plat = new PlatClient({ baseUrl: `${server.url}${path}` });
      await plat.autocomplete({ search_string: 'Phoenix' });
      await plat.exampleBuyers({ api_key: 'zk' });
      const mount = path.startsWith('/plat') ? '/plat' : '';
      expect(server.requests.map((request) => request.path)).toEqual([
        `${mount}/v1/autocomplete`,
        `${mount}/automation/sendBuyerInfo/example?api_key=zk`,
      ]);
    },
  );

  test('does not follow a redirect with the key', async () => {
    const { plat: elsewhere, server: other } = platOf([PLACES]);
    await elsewhere.autocomplete({ search_string: 'Phoenix' });
    const { plat, server } = platOf([() => Response.redirect(`${other.url}/v1/autocomplete?api_key=zk`, 307)]);
    expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({
      kind: 'api',
      status: 307,
      message: `Plat answered 307, a redirect to ${other.url}/v1/autocomplete`,
    });
    expect([server.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  test('accepts any end user that the API accepts', async () => {
    const { plat, server } = platOf([PLACES]);
    await plat.autocomplete({ search_string: 'Phoenix' }, { userId: 'агент-é' });
    const sent = Buffer.from(server.requests[0]!.headers.get('x-user-id')!, 'latin1').toString('utf8');
    expect(sent).toBe('агент-é');
  });

  test('is not sent when a value would silently mean something else', async () => {
    const { plat, server } = platOf([PLACES]);
    const unreadable = await failureOf(plat.buyerSearch({ ...SUBJECT, radius_miles: Number('two') }));
    expect(unreadable).toEqual(new TypeError('radius_miles is NaN, which JSON cannot carry'));
    for (const options of [
      { timeoutMs: Number.NaN },
      { timeoutMs: Number.POSITIVE_INFINITY },
      { timeoutMs: 2 ** 31 },
    ]) {
      expect(await failureOf(plat.usage(options))).toBeInstanceOf(TypeError);
      expect(() => new PlatClient({ baseUrl: server.url, ...options })).toThrow('timeoutMs');
    }
    for (const maxRetries of [Number.NaN, -1, 1.5]) {
      expect(await failureOf(plat.usage({ maxRetries }))).toBeInstanceOf(TypeError);
      expect(() => new PlatClient({ baseUrl: server.url, maxRetries })).toThrow('maxRetries');
    }
    expect(server.requests).toHaveLength(0);
  });

  test('asks for the cost with dry run, and marks the request', async () => {
    const cost = {
      would_count: true,
      counted_before: false,
      limit: 25,
      remaining: 24,
      resets_at: '2026-04-01T00:00:00Z',
    };
    const { plat, server } = platOf([json(200, cost)]);
    expect(await plat.dryRun('buyerSearch', { body: SUBJECT })).toEqual(cost);
    expect(server.requests[0]?.headers.get('x-dry-run')).toBe('true');
    // @ts-expect-error usage is never counted
    expect(await failureOf(plat.dryRun('usage', {}))).toBeInstanceOf(TypeError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('an error response', () => {
  test('reports code, fields, request and waiting time', async () => {
    const fields = [{ field: 'address', problem: 'must be a string' }];
    const { plat } = platOf([
      json(400, { error: 'address must be a string', code: 'VALIDATION_ERROR', fields }, { 'x-request-id': 'r-1' }),
      json(429, { error: 'Used up', code: 'MONTHLY_LIMIT_EXCEEDED', reason: 'skiptrace' }, { 'retry-after': '864000' }),
    ]);
    const invalid = await failureOf(plat.buyerSearch(SUBJECT));
    expect(invalid).toBeInstanceOf(PlatApiError);
    expect(invalid).toMatchObject({
      kind: 'api',
      status: 400,
      code: 'VALIDATION_ERROR',
      message: 'address must be a string',
      fields,
      reason: null,
      requestId: 'r-1',
      retryAfterMs: null,
    });
    expect(await failureOf(plat.buyerSearch(SUBJECT))).toMatchObject({
      status: 429,
      code: 'MONTHLY_LIMIT_EXCEEDED',
      reason: 'skiptrace',
      retryAfterMs: 864_000_000,
      fields: [],
    });
  });

  test('reports a plain-text refusal of the edge as a rate limit', async () => {
    const burst = () => new Response('Too many requests', { status: 429, headers: { 'content-type': 'text/plain' } });
    const { plat, server } = platOf([burst], { maxRetries: 1 });
    expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many requests',
    });
    expect(server.requests).toHaveLength(2);
  });

  test('has no code when it is not from the API, and quotes none of the page', async () => {
    const page = () =>
      new Response('<html>Bad gateway</html>', { status: 520, headers: { 'content-type': 'text/html' } });
    const { plat } = platOf([page]);
    expect(await failureOf(plat.usage())).toMatchObject({ status: 520, code: null, message: 'Plat answered 520' });
    const { plat: other } = platOf([() => new Response('<html>Welcome</html>')], { maxRetries: 0 });
    expect(await failureOf(other.usage())).toBeInstanceOf(PlatNetworkError);
  });
});

describe('a response that is not from Plat', () => {
  const once = { maxRetries: 0 };
  test.each(['null', '"ok"', '7', '', '<html>'])('fails for the body %s', async (text) => {
    const plat = new PlatClient({
      baseUrl: 'https://api.example.com',
      fetch: async () => new Response(text),
      ...once,
    });
    const failure = { kind: 'network', message: expect.stringContaining('is baseUrl that of Plat?') };
    expect(await failureOf(plat.usage())).toMatchObject(failure);
    expect(await failureOf(plat.buyerSearch(SUBJECT))).toMatchObject(failure);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, once))).toMatchObject(failure);
    const waiting = failureOf(plat.waitForBuyers('s-1', { ...once, timeoutMs: 1_500 }));
    expect(await waiting).toMatchObject({ kind: 'timeout', searchId: 's-1', cause: failure });
  });

  test('fails for a started search without an id', async () => {
    const { plat } = platOf([json(202, {})], once);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, once))).toMatchObject({ kind: 'network' });
  });

  test('accepts null for a search that is still running', async () => {
    const { plat } = platOf([json(200, null)]);
    expect(await plat.buyerSearchResults({ search_id: 's-1' })).toBeNull();
  });

  test.each([200, 500])('abandons an endless body with status %d, without a retry', async (status) => {
    let sentBytes = 0;
    let isLeft = false;
    const endless = async () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (stream) => {
          stream.enqueue(new Uint8Array(2 ** 20).fill(32));
          sentBytes += 2 ** 20;
        },
        cancel: () => {
          isLeft = true;
        },
      });
      return new Response(body, { status });
    };
    const plat = new PlatClient({ baseUrl: 'https://api.example.com', fetch: endless });
    expect(await failureOf(plat.usage())).toMatchObject({
      kind: 'network',
      message: 'The response is larger than 64 MiB: is baseUrl that of Plat?',
    });
    expect([isLeft, sentBytes < 2 ** 27]).toEqual([true, true]);
  });
});

describe('a background search', () => {
  const STARTED = json(202, { search_id: 's-1', status: 'pending' }, { 'retry-after': '0' });
  const status = (state: string, error: string | null = null) =>
    json(200, { search_id: 's-1', status: state, error, result_count: null }, { 'retry-after': '0' });
  const BUYERS = [{ buyer_entity_name: 'Example LLC' }];

  test('starts once, is polled until it is complete, and returns its buyers', async () => {
    const { plat, server } = platOf([STARTED, status('pending'), GATEWAY, status('completed'), json(200, BUYERS)]);
    expect((await plat.searchBuyersAndWait(SUBJECT, { sort: 'distance' })) as unknown).toEqual(BUYERS);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/buyer-search?sort=distance',
      'GET /v1/buyer-search/status?search_id=s-1',
      'GET /v1/buyer-search/status?search_id=s-1',
      'GET /v1/buyer-search/status?search_id=s-1',
      'GET /v1/buyer-search?search_id=s-1',
    ]);
    expect(server.requests[0]?.body).toEqual({ ...SUBJECT, async: true });
  });

  test('reports the reason of a failure', async () => {
    const { plat } = platOf([STARTED, status('failed', 'The address was not found')]);
    const failure = await failureOf(plat.searchBuyersAndWait(SUBJECT));
    expect(failure).toBeInstanceOf(PlatSearchFailedError);
    expect(failure).toMatchObject({ searchId: 's-1', message: 'The address was not found' });
  });

  test('can be waited for again after a timeout', async () => {
    const answers = [STARTED, status('pending')];
    const plat = new PlatClient({
      baseUrl: 'https://api.example.com',
      fetch: async () => (answers.shift() ?? status('pending'))(),
    });
    const failure = await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, { timeoutMs: 1_000 }));
    expect(failure).toMatchObject({ kind: 'timeout', timeoutMs: 1_000, searchId: 's-1' });
    const { plat: later } = platOf([status('completed'), json(200, BUYERS)]);
    expect((await later.waitForBuyers('s-1')) as unknown).toEqual(BUYERS);
  });

  test('is polled until the timeout, even if single polls fail', async () => {
    const { plat, server } = platOf([
      ...[STARTED, ...Array.from({ length: 5 }, () => GATEWAY), status('completed'), json(200, BUYERS)],
    ]);
    const found = await plat.searchBuyersAndWait(SUBJECT, {}, { maxRetries: 1 });
    expect(found as unknown).toEqual(BUYERS);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  }, 60_000);

  test('is named by the error when polling fails, because it is still running', async () => {
    const { plat } = platOf([STARTED, json(401, { error: 'The key was revoked', code: 'INVALID_API_KEY' })]);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT))).toMatchObject({
      kind: 'api',
      status: 401,
      searchId: 's-1',
    });
    const { plat: other } = platOf([json(401, { error: 'No such key', code: 'INVALID_API_KEY' })]);
    expect(await failureOf(other.searchBuyersAndWait(SUBJECT))).toMatchObject({ status: 401, searchId: null });
  });

  test('waits as long as each response says', async () => {
    const pending = json(200, { search_id: 's-1', status: 'pending', error: null }, { 'retry-after': '1' });
    const { plat, server } = platOf([STARTED, pending, status('completed'), json(200, BUYERS)]);
    await plat.searchBuyersAndWait(SUBJECT);
    expect(server.requests[2]!.atMs - server.requests[1]!.atMs).toBeGreaterThanOrEqual(1_000);
  });
});
