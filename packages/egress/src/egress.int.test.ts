import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createServiceMetrics } from '@plat/kit';
import { Webhook } from 'standardwebhooks';
import {
  createEgressMetrics,
  createSigningSecret,
  DELIVERY_OUTCOMES,
  deliveryProblem,
  type EgressRequest,
} from './index.ts';
import { startTestReceiver, type TestReceiver } from './testing/index.ts';
import { createTestEgress } from './testing/test-egress.ts';

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver({ names: ['hooks.example.com', 'other.example.com'] });
});
afterAll(() => receiver.close());

const opened = (options = {}) => createTestEgress({ ca: receiver.ca, ...options });
const EVENT = { body: { search_id: 's_1', status: 'completed' }, webhookId: 'evt_1' };
const post = (path: string, request = {}, options = {}) =>
  opened(options).egress.post({ ...EVENT, url: receiver.url(path), ...request });

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

describe('sends events in the form of Standard Webhooks', () => {
  test("sends a JSON body, our user agent, the id, the time and a signature that the specification's library verifies", async () => {
    const signingSecret = createSigningSecret();
    const body = { name: 'Zoë 🏠', price: 250_500 };
    const delivery = await post('/signed?a=%20b', { body, signingSecret, headers: { 'X-Webhook-Secret': 's3cret ~' } });
    expect(delivery).toEqual({ outcome: 'delivered', status: 200, durationMs: expect.any(Number) });
    const call = receiver.calls.at(-1)!;
    expect(call).toMatchObject({ method: 'POST', path: '/signed?a=%20b', servername: 'hooks.example.com' });
    expect(call.headers).toMatchObject({
      host: `hooks.example.com:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(call.body)),
      'user-agent': 'Plat-Webhooks/1.0',
      'x-webhook-secret': 's3cret ~',
      'webhook-id': 'evt_1',
    });
    expect(new Webhook(signingSecret).verify(call.body, call.headers as Record<string, string>)).toEqual(body);
    expect(() =>
      new Webhook(createSigningSecret()).verify(call.body, call.headers as Record<string, string>),
    ).toThrow();
  });

  test('signs with the old and the new secret during a rotation', async () => {
    const secrets = [createSigningSecret(), createSigningSecret()];
    await post('/rotated', { signingSecret: secrets });
    const { body, headers } = receiver.calls.at(-1)!;
    for (const secret of secrets) new Webhook(secret).verify(body, headers as Record<string, string>);
  });

  test('sends the id and the time but no signature when there is no secret', async () => {
    for (const signingSecret of [null, undefined, []]) {
      await post('/unsigned', { signingSecret });
      const { headers } = receiver.calls.at(-1)!;
      expect([headers['webhook-id'], headers['webhook-signature']]).toEqual(['evt_1', undefined]);
      expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/);
    }
  });

  test('sends a string unchanged, with its own content type if given', async () => {
    await post('/text', { body: 'a=1', headers: { 'content-type': 'text/plain' } });
    expect(receiver.calls.at(-1)).toMatchObject({ body: 'a=1', headers: { 'content-type': 'text/plain' } });
  });
});

describe('reports everything a receiver does as an outcome', () => {
  test.each([200, 201, 202, 204, 299])('%i is delivered', async (status) => {
    expect(await post(`/status/${status}`)).toMatchObject({ outcome: 'delivered', status });
  });
  test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('reports status %i as rejected', async (status) => {
    expect(await post(`/status/${status}`)).toMatchObject({ outcome: 'rejected', status });
  });
  test.each([
    ['/hang', { outcome: 'timeout', status: null }, { timeoutMs: 150 }],
    ['/stream', { outcome: 'delivered', status: 200 }, {}],
    // Shorter than the time that a response body is read for.
    ['/trickle', { outcome: 'delivered', status: 200 }, { timeoutMs: 900 }],
    ['/reset', { outcome: 'bad_response', status: null }, {}],
    ['/huge-headers', { outcome: 'bad_response', status: null }, {}],
  ])('%s', async (path, expected, request) => {
    expect(await post(path, request)).toMatchObject(expected);
    await until(() => receiver.openConnections() === 0);
  });

  test('a receiver that sends its body slowly does not use up the timeout', async () => {
    const delivery = await post('/trickle', { timeoutMs: 50_000 });
    expect(delivery).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(delivery.durationMs).toBeLessThan(40_000);
  });

  test('reports a closed port as unreachable, an unknown name or a failing name server as unresolvable', async () => {
    const closed = await startTestReceiver();
    await closed.close();
    expect(await post('', { url: closed.url() })).toMatchObject({ outcome: 'unreachable', status: null });
    for (const resolve of [async () => [], () => Promise.reject(new Error('SERVFAIL'))]) {
      expect(await post('/hook', {}, { resolve })).toMatchObject({ outcome: 'unresolvable', status: null });
    }
  });

  test('tries the second address when the first refuses connections', async () => {
    expect(await post('/hook', {}, { resolve: async () => ['::1', '127.0.0.1'] })).toMatchObject({ status: 200 });
  });
});

describe('bounds waiting time and message size', () => {
  test('includes name resolution in the timeout', async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await post('/hook', { timeoutMs: 60 }, { resolve })).toMatchObject({ outcome: 'timeout', status: null });
    expect(await opened({ resolve }).egress.check(receiver.url(), { timeoutMs: 60 })).toBe('unresolvable');
  });

  test('returns at once when the caller aborts: before sending, while resolving, while waiting for the response', async () => {
    const calls = receiver.calls.length;
    expect((await post('/hook', { signal: AbortSignal.abort() })).outcome).toBe('aborted');
    const resolving = new AbortController();
    const stuck = () => {
      resolving.abort();
      return new Promise<never>(() => {});
    };
    expect((await post('/hook', { signal: resolving.signal }, { resolve: stuck })).outcome).toBe('aborted');
    expect(receiver.calls.length).toBe(calls);
    const answering = new AbortController();
    const pending = post('/hang', { signal: answering.signal });
    await until(() => receiver.calls.length > calls);
    answering.abort();
    expect((await pending).outcome).toBe('aborted');
    await until(() => receiver.openConnections() === 0);
  });

  test('limits running and waiting calls per host without delaying other hosts', async () => {
    const { egress } = opened({ maxConcurrent: 3, maxWaiting: 3 });
    const before = receiver.openConnections();
    const given = new AbortController();
    const calls = receiver.calls.length;
    const pending = Array.from({ length: 6 }, () =>
      egress.post({ ...EVENT, url: receiver.url('/hang'), signal: given.signal }),
    );
    await until(() => receiver.calls.length === calls + 2);
    expect(receiver.openConnections() - before).toBe(2);
    const elsewhere = receiver.url('/hook').replace('hooks.', 'other.');
    expect((await egress.post({ ...EVENT, url: elsewhere })).outcome).toBe('delivered');
    given.abort();
    const outcomes = (await Promise.all(pending)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['aborted', 'aborted', 'aborted', 'aborted', 'aborted', 'busy']);
    expect((await egress.post({ ...EVENT, url: receiver.url('/hook') })).outcome).toBe('delivered');
    expect(receiver.calls.length).toBe(calls + 4);
  });

  test('does not send a body above the size limit', async () => {
    const connections = receiver.connections();
    expect((await post('/hook', { body: 'é'.repeat(51) }, { maxBodyBytes: 101 })).outcome).toBe('too_large');
    expect(receiver.connections()).toBe(connections);
    expect((await post('/hook', { body: 'é'.repeat(50) }, { maxBodyBytes: 100 })).outcome).toBe('delivered');
  });

  test('delivers a body of several megabytes completely', async () => {
    const body = 'é'.repeat(2 * 1024 * 1024);
    expect((await post('/large', { body })).outcome).toBe('delivered');
    expect(receiver.calls.at(-1)?.body === body).toBe(true);
  });

  test('throws on our own mistakes without naming a value, and releases the slot', async () => {
    const { egress } = opened({ maxConcurrent: 1 });
    const url = receiver.url('/hook');
    const mistakes: Partial<EgressRequest>[] = [
      { headers: { Host: 'inside' } },
      { headers: { 'transfer-encoding': 'chunked' } },
      { headers: { 'x-webhook-secret': 's3cret\r\nx-evil: 1' } },
      { headers: { 'x evil': 's3cret' } },
      { webhookId: 'a.b s3cret' },
      { signingSecret: 's3cret' },
      { signingSecret: 'whsec_c2hvcnQ=' },
      { body: undefined },
    ];
    for (const mistake of mistakes) {
      const error = await egress.post({ ...EVENT, url, ...mistake }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).not.toContain('s3cret');
    }
    expect((await egress.post({ ...EVENT, url })).outcome).toBe('delivered');
  });
});

test('logs and counts each delivery once, without path, query, header or secret', async () => {
  const metrics = createServiceMetrics('automation');
  const { egress, log } = opened(createEgressMetrics(metrics));
  const signingSecret = createSigningSecret();
  const request = { ...EVENT, signingSecret, headers: { 'x-webhook-secret': 'hidden-value' } };
  await egress.post({ ...request, url: receiver.url('/hidden-path?hidden-query=1') });
  await egress.post({ ...request, url: receiver.url('/status/500') });
  await egress.post({ ...request, url: 'https://hidden-user:hidden-password@hooks.example.com/' });
  await egress.post({ ...request, url: 'hidden' });
  expect(log.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'info', host: `hooks.example.com:${receiver.port}`, outcome: 'delivered' }),
    expect.objectContaining({ level: 'info', webhookId: 'evt_1', outcome: 'rejected', status: 500 }),
    expect.objectContaining({ level: 'warn', host: 'hooks.example.com', outcome: 'refused_url' }),
    expect.objectContaining({ level: 'warn', host: null, outcome: 'refused_url' }),
  ]);
  expect(log.join('\n')).not.toMatch(/hidden|whsec|inside/);
  const counts = await metrics.registry.metrics();
  expect(counts).toContain('plat_egress_duration_seconds_count{service="automation",outcome="delivered"} 1');
  expect(counts).toContain('plat_egress_duration_seconds_count{service="automation",outcome="refused_url"} 2');
  expect(counts).toContain('plat_queue_places{queue="webhook_calls",state="most",service="automation"} 256');
});

test('tells customers whether a name is unresolvable or refused, but nothing about ports', () => {
  const text = (outcome: (typeof DELIVERY_OUTCOMES)[number]) =>
    deliveryProblem({ outcome, status: outcome === 'rejected' ? 410 : null, durationMs: 1 });
  expect(new Set((['unreachable', 'tls_failed', 'bad_response'] as const).map(text)).size).toBe(1);
  expect(text('unresolvable')).toBe('the host name of the URL could not be resolved');
  expect(text('refused_url')).toBe('the URL may not be called: it does not lead to a public host');
  expect(text('delivered')).toBeNull();
  expect(text('rejected')).toBe('the URL answered with status 410');
  for (const outcome of DELIVERY_OUTCOMES) expect(text(outcome)).not.toBe('');
});
