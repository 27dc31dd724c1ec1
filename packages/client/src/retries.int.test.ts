import { afterEach, describe, expect, test } from 'bun:test';
import { PlatClient } from './client.ts';
import { PlatTimeoutError } from './errors.ts';
import { failureOf, GATEWAY, open, PLACES, platOf, SUBJECT } from './plat-of-stand-in.fixture.ts';
import { json } from './stand-in.fixture.ts';

const REFUSED = json(429, { error: 'Too many requests', code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '0' });
const SLOW = json(504, { error: 'Too slow', code: 'TIMEOUT' });
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('a retry', () => {
  test('happens after 429, 502 and 504, under the same idempotency key, so that it counts once', async () => {
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

  test('waits while the first attempt is still running under its key', async () => {
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

  test('does not happen when the wait exceeds the time of the call', async () => {
    const { plat, server } = platOf([json(429, { error: 'Wait' }, { 'retry-after': '120' })], { timeoutMs: 60_000 });
    const startMs = Date.now();
    expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({ retryAfterMs: 120_000 });
    expect(Date.now() - startMs).toBeLessThan(30_000);
    expect(server.requests).toHaveLength(1);
  });

  test('stops after maxRetries and reports the last failure', async () => {
    const { plat, server } = platOf([GATEWAY], { maxRetries: 2 });
    expect(await failureOf(plat.usage())).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR' });
    expect(server.requests).toHaveLength(3);
  });

  test('never happens for other refusals', async () => {
    for (const status of [400, 401, 403, 404, 409, 500]) {
      const { plat, server } = platOf([json(status, { error: 'No', code: 'NOT_FOUND' })]);
      expect(await failureOf(plat.autocomplete({ search_string: 'Phoenix' }))).toMatchObject({ status });
      expect(server.requests).toHaveLength(1);
    }
  });

  test('never happens where the first attempt may have sent, changed or replaced something', async () => {
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

  test('happens when the connection breaks, if the request may be repeated', async () => {
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

  test('reports the message of `fetch` when it fails too', async () => {
    const refused = async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND plat.example.com') });
    };
    const plat = new PlatClient({ baseUrl: 'https://plat.example.com', fetch: refused, maxRetries: 0 });
    expect(await failureOf(plat.usage())).toMatchObject({
      message: 'Plat could not be reached, or its response broke off: getaddrinfo ENOTFOUND plat.example.com',
    });
  });
});

describe('a timeout or signal', () => {
  const never = () => new Promise<Response>(() => {});

  test('ends a call without a response', async () => {
    const { plat } = platOf([never], { timeoutMs: 200 });
    const startMs = Date.now();
    expect(await failureOf(plat.usage())).toMatchObject({ kind: 'timeout', timeoutMs: 200, searchId: null });
    expect(Date.now() - startMs).toBeLessThan(30_000);
  });

  test('ends a call whose response starts but does not finish', async () => {
    const { plat } = platOf([
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('[')) })),
    ]);
    expect(await failureOf(plat.usage({ timeoutMs: 300 }))).toBeInstanceOf(PlatTimeoutError);
  });

  test("ends a call at once with the caller's reason, also between attempts", async () => {
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

  test('ends many calls with one signal, without leaks', async () => {
    const { plat } = platOf([PLACES]);
    const { signal } = new AbortController();
    const added: string[] = [];
    signal.addEventListener = (type: string) => void added.push(type);
    await plat.autocomplete({ search_string: 'Phoenix' }, { signal });
    expect(added).toEqual([]);
  });
});

test('keeps the limits of the last response that had any, even of a refusal', async () => {
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
