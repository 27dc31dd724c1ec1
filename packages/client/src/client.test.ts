import { afterEach, describe, expect, test } from 'bun:test';
import { PlatClient, type PlatClientOptions } from './client.ts';
import { PlatApiError, PlatNetworkError, PlatSearchFailedError, PlatTimeoutError } from './errors.ts';
import { json, type StandIn, standIn } from './stand-in.fixture.ts';

const KEY = 'plat_sub_test_key';
const SUBJECT = { address: '1 Example St, Phoenix, AZ 85001' };
const REFUSED = json(429, { error: 'Too many requests', code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '0' });
const GATEWAY = json(502, { error: 'A part is away', code: 'UPSTREAM_ERROR' });
const SLOW = json(504, { error: 'Too slow', code: 'TIMEOUT' });
const PLACES = json(200, [{ address: SUBJECT.address, latitude: 33.5, longitude: -112.1 }]);

const open: StandIn[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

function platOf(
  answers: Parameters<typeof standIn>,
  options: Partial<PlatClientOptions> = {},
): { plat: PlatClient; server: StandIn } {
  const server = standIn(...answers);
  open.push(server);
  return { server, plat: new PlatClient({ baseUrl: server.url, apiKey: KEY, ...options }) };
}

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );

describe('a request', () => {
  test('carries key, user, body and query where the API wants them, and nothing else', async () => {
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

  test('has a base URL with a path, and never carries the key over plain HTTP to another machine', async () => {
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
      ...{ kind: 'api', status: 307, message: `Plat answered 307, a redirect to ${other.url}/v1/autocomplete` },
    });
    expect([server.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  test('names any end user that the API takes', async () => {
    const { plat, server } = platOf([PLACES]);
    await plat.autocomplete({ search_string: 'Phoenix' }, { userId: 'агент-é' });
    const sent = Buffer.from(server.requests[0]!.headers.get('x-user-id')!, 'latin1').toString('utf8');
    expect(sent).toBe('агент-é');
  });

  test('is not sent with what would silently mean something else', async () => {
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

  test('that is dry asks for the cost and says so', async () => {
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

describe('a refusal', () => {
  test('tells code, fields, request and how long to wait', async () => {
    const fields = [{ field: 'address', problem: 'must be a string' }];
    const { plat } = platOf([
      json(400, { error: 'address must be a string', code: 'VALIDATION_ERROR', fields }, { 'x-request-id': 'r-1' }),
      json(429, { error: 'Used up', code: 'MONTHLY_LIMIT_EXCEEDED', reason: 'skiptrace' }, { 'retry-after': '864000' }),
    ]);
    const invalid = await failureOf(plat.buyerSearch(SUBJECT));
    expect(invalid).toBeInstanceOf(PlatApiError);
    expect(invalid).toMatchObject({
      ...{ kind: 'api', status: 400, code: 'VALIDATION_ERROR', message: 'address must be a string', fields },
      ...{ reason: null, requestId: 'r-1', retryAfterMs: null },
    });
    expect(await failureOf(plat.buyerSearch(SUBJECT))).toMatchObject({
      ...{ status: 429, code: 'MONTHLY_LIMIT_EXCEEDED', reason: 'skiptrace', retryAfterMs: 864_000_000, fields: [] },
    });
  });

  test('by the edge, in plain text, is a rate limit too', async () => {
    const burst = () => new Response('Too many requests', { status: 429, headers: { 'content-type': 'text/plain' } });
    const { plat, server } = platOf([burst], { maxRetries: 1 });
    expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({
      ...{ status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests' },
    });
    expect(server.requests).toHaveLength(2);
  });

  test('by something before the API has no code, and none of its pages in the message', async () => {
    const page = () =>
      new Response('<html>Bad gateway</html>', { status: 520, headers: { 'content-type': 'text/html' } });
    const { plat } = platOf([page]);
    expect(await failureOf(plat.usage())).toMatchObject({ status: 520, code: null, message: 'Plat answered 520' });
    const { plat: other } = platOf([() => new Response('<html>Welcome</html>')], { maxRetries: 0 });
    expect(await failureOf(other.usage())).toBeInstanceOf(PlatNetworkError);
  });
});

describe('an answer that is not one of Plat', () => {
  const once = { maxRetries: 0 };
  test.each(['null', '"ok"', '7', '', '<html>'])('of %s is an error of the client', async (text) => {
    const plat = new PlatClient({
      ...{ baseUrl: 'https://api.example.com', fetch: async () => new Response(text), ...once },
    });
    const failure = { kind: 'network', message: expect.stringContaining('is baseUrl that of Plat?') };
    expect(await failureOf(plat.usage())).toMatchObject(failure);
    expect(await failureOf(plat.buyerSearch(SUBJECT))).toMatchObject(failure);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, once))).toMatchObject(failure);
    const waiting = failureOf(plat.waitForBuyers('s-1', { ...once, timeoutMs: 1_500 }));
    expect(await waiting).toMatchObject({ kind: 'timeout', searchId: 's-1', cause: failure });
  });

  test('of a search without a name is one too', async () => {
    const { plat } = platOf([json(202, {})], once);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, once))).toMatchObject({ kind: 'network' });
  });

  test('is null where null means that a search still runs', async () => {
    const { plat } = platOf([json(200, null)]);
    expect(await plat.buyerSearchResults({ search_id: 's-1' })).toBeNull();
  });

  test.each([200, 500])('of %d is left when it does not end, and not asked for again', async (status) => {
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
      ...{ kind: 'network', message: 'The answer is larger than 64 MiB: is baseUrl that of Plat?' },
    });
    expect([isLeft, sentBytes < 2 ** 27]).toEqual([true, true]);
  });
});

describe('a retry', () => {
  test('comes after 429, 502 and 504, under the same idempotency key, so that it counts once', async () => {
    const { plat, server } = platOf([REFUSED, GATEWAY, SLOW, json(200, [])]);
    expect(await plat.buyerSearch(SUBJECT)).toEqual([]);
    const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    await plat.buyerSearch(SUBJECT);
    expect(server.requests.at(-1)?.headers.get('idempotency-key')).not.toBe(keys[0]);
    await plat.buyerSearch(SUBJECT, {}, { idempotencyKey: 'mine' });
    expect(server.requests.at(-1)?.headers.get('idempotency-key')).toBe('mine');
  });

  test('waits while the first attempt still runs under its key', async () => {
    const running = json(409, { error: 'Still running', code: 'IDEMPOTENCY_IN_FLIGHT' }, { 'retry-after': '0' });
    const { plat, server } = platOf([SLOW, running, json(200, [])]);
    expect(await plat.buyerSearch(SUBJECT)).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  test('waits as long as Retry-After says', async () => {
    const { plat, server } = platOf([json(429, { error: 'Wait' }, { 'retry-after': '1' }), PLACES]);
    await plat.autocomplete({ search_string: 'Phoenix' });
    const [first, second] = server.requests;
    expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(1_000);
  });

  test('does not come when the wait is longer than the call may take', async () => {
    const { plat, server } = platOf([json(429, { error: 'Wait' }, { 'retry-after': '120' })], { timeoutMs: 60_000 });
    const startMs = Date.now();
    expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({ retryAfterMs: 120_000 });
    expect(Date.now() - startMs).toBeLessThan(30_000);
    expect(server.requests).toHaveLength(1);
  });

  test('stops after maxRetries and tells the last failure', async () => {
    const { plat, server } = platOf([GATEWAY], { maxRetries: 2 });
    expect(await failureOf(plat.usage())).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR' });
    expect(server.requests).toHaveLength(3);
  });

  test('never comes for other refusals', async () => {
    for (const status of [400, 401, 403, 404, 409, 500]) {
      const { plat, server } = platOf([json(status, { error: 'No', code: 'NOT_FOUND' })]);
      expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({ status });
      expect(server.requests).toHaveLength(1);
    }
  });

  test('never comes where the first attempt may have sent, changed or replaced something', async () => {
    const calls: Array<(plat: PlatClient) => Promise<unknown>> = [
      (plat) => plat.triggerWebhooks({ apiKey: 'zk', buyerData: { city: 'Phoenix' } }),
      (plat) => plat.automationSetup({ uid: 'agent' }, { id_token: 'token' }),
      (plat) => plat.updateWebhookSettings({ rotate_signing_secret: true }),
    ];
    for (const call of calls) {
      const { plat, server } = platOf([SLOW]);
      expect(await failureOf(call(plat))).toMatchObject({ status: 504 });
      expect(server.requests).toHaveLength(1);
      const { plat: limited, server: limiting } = platOf([REFUSED, json(200, {})]);
      await call(limited);
      expect(limiting.requests).toHaveLength(2);
    }
  });

  test('comes when the connection breaks, where the request may be repeated', async () => {
    let sent = 0;
    const broken = async (): Promise<Response> => {
      if (++sent < 3) throw new TypeError('fetch failed');
      return Response.json([]);
    };
    const plat = new PlatClient({ baseUrl: 'https://api.example.com', fetch: broken });
    expect(await plat.buyerSearch(SUBJECT)).toEqual([]);
    sent = 0;
    const trigger = plat.triggerWebhooks({ apiKey: 'zk', buyerData: { city: 'Phoenix' } });
    expect(await failureOf(trigger)).toMatchObject({ kind: 'network', cause: { message: 'fetch failed' } });
    expect(sent).toBe(1);
  });

  test('that does not help tells what `fetch` said', async () => {
    const refused = async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND plat.example.com') });
    };
    const plat = new PlatClient({ baseUrl: 'https://plat.example.com', fetch: refused, maxRetries: 0 });
    expect(await failureOf(plat.usage())).toMatchObject({
      message: 'Plat could not be reached, or its answer broke off: getaddrinfo ENOTFOUND plat.example.com',
    });
  });
});

describe('time', () => {
  const never = () => new Promise<Response>(() => {});

  test('ends a call that nobody answers', async () => {
    const { plat } = platOf([never], { timeoutMs: 200 });
    const startMs = Date.now();
    expect(await failureOf(plat.usage())).toMatchObject({ kind: 'timeout', timeoutMs: 200, searchId: null });
    expect(Date.now() - startMs).toBeLessThan(30_000);
  });

  test('ends a call whose answer begins and does not go on', async () => {
    const { plat } = platOf([
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('[')) })),
    ]);
    expect(await failureOf(plat.usage({ timeoutMs: 300 }))).toBeInstanceOf(PlatTimeoutError);
  });

  test('of the caller ends a call at once, with the reason of the signal, also between attempts', async () => {
    for (const answer of [never, json(429, { error: 'Wait' }, { 'retry-after': '30' })]) {
      const { plat, server } = platOf([answer]);
      const controller = new AbortController();
      const failing = failureOf(plat.usage({ signal: controller.signal }));
      while (server.requests.length === 0) await Bun.sleep(5);
      await Bun.sleep(20);
      controller.abort('enough');
      expect(await failing).toBe('enough');
    }
    const { plat, server } = platOf([PLACES]);
    expect(await failureOf(plat.usage({ signal: AbortSignal.abort('before') }))).toBe('before');
    expect(server.requests).toHaveLength(0);
  });

  test('can end many calls with one signal, which no call holds on to', async () => {
    const { plat } = platOf([PLACES]);
    const { signal } = new AbortController();
    const added: string[] = [];
    signal.addEventListener = (type: string) => void added.push(type);
    await plat.autocomplete({ search_string: 'Phoenix' }, { signal });
    expect(added).toEqual([]);
  });
});

test('limits are those of the last answer that told of them, refused or not', async () => {
  const month = { 'x-monthly-limit': '25', 'x-monthly-remaining': '3', 'x-monthly-reset': '2026-04-01T00:00:00.000Z' };
  const { plat } = platOf([
    json(200, [], { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19', ...month }),
    json(404, { error: 'No' }, { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '18' }),
    json(200, {}),
  ]);
  expect(plat.limits).toEqual({ minute: null, month: null });
  await plat.buyerSearch(SUBJECT);
  const resetsAt = new Date('2026-04-01T00:00:00.000Z');
  expect(plat.limits).toEqual({ minute: { limit: 20, remaining: 19 }, month: { limit: 25, remaining: 3, resetsAt } });
  await failureOf(plat.buyerSearch(SUBJECT));
  expect(plat.limits).toEqual({ minute: { limit: 20, remaining: 18 }, month: null });
  await plat.apiCredentials();
  expect(plat.limits.minute).toEqual({ limit: 20, remaining: 18 });
});

describe('a background search', () => {
  const STARTED = json(202, { search_id: 's-1', status: 'pending' }, { 'retry-after': '0' });
  const status = (state: string, error: string | null = null) =>
    json(200, { search_id: 's-1', status: state, error, result_count: null }, { 'retry-after': '0' });
  const BUYERS = [{ buyer_entity_name: 'Example LLC' }];

  test('is started once, asked after until it is complete, and gives its buyers', async () => {
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

  test('that fails says why', async () => {
    const { plat } = platOf([STARTED, status('failed', 'The address was not found')]);
    const failure = await failureOf(plat.searchBuyersAndWait(SUBJECT));
    expect(failure).toBeInstanceOf(PlatSearchFailedError);
    expect(failure).toMatchObject({ searchId: 's-1', message: 'The address was not found' });
  });

  test('that takes too long can be waited for again', async () => {
    const answers = [STARTED, status('pending')];
    const plat = new PlatClient({
      ...{ baseUrl: 'https://api.example.com', fetch: async () => (answers.shift() ?? status('pending'))() },
    });
    const failure = await failureOf(plat.searchBuyersAndWait(SUBJECT, {}, { timeoutMs: 1_000 }));
    expect(failure).toMatchObject({ kind: 'timeout', timeoutMs: 1_000, searchId: 's-1' });
    const { plat: later } = platOf([status('completed'), json(200, BUYERS)]);
    expect((await later.waitForBuyers('s-1')) as unknown).toEqual(BUYERS);
  });

  test('is asked after for as long as it may take, whatever becomes of single questions', async () => {
    const { plat, server } = platOf([
      ...[STARTED, ...Array.from({ length: 5 }, () => GATEWAY), status('completed'), json(200, BUYERS)],
    ]);
    const found = await plat.searchBuyersAndWait(SUBJECT, {}, { maxRetries: 1 });
    expect(found as unknown).toEqual(BUYERS);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  }, 60_000);

  test('that can no longer be asked after is named by the error, for it goes on', async () => {
    const { plat } = platOf([STARTED, json(401, { error: 'The key was revoked', code: 'INVALID_API_KEY' })]);
    expect(await failureOf(plat.searchBuyersAndWait(SUBJECT))).toMatchObject({
      kind: 'api',
      status: 401,
      searchId: 's-1',
    });
    const { plat: other } = platOf([json(401, { error: 'No such key', code: 'INVALID_API_KEY' })]);
    expect(await failureOf(other.searchBuyersAndWait(SUBJECT))).toMatchObject({ status: 401, searchId: null });
  });

  test('waits as long as each answer says', async () => {
    const pending = json(200, { search_id: 's-1', status: 'pending', error: null }, { 'retry-after': '1' });
    const { plat, server } = platOf([STARTED, pending, status('completed'), json(200, BUYERS)]);
    await plat.searchBuyersAndWait(SUBJECT);
    expect(server.requests[2]!.atMs - server.requests[1]!.atMs).toBeGreaterThanOrEqual(1_000);
  });
});
