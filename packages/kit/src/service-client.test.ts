import { describe, expect, test } from 'bun:test';
import { newWork, runInScope } from '@plat/telemetry';
import { AppError, createInternalTokens, createServiceClient, hostTableTransport } from './index.ts';
import { app, echo, lookup, principal, tokens } from './service-under-test.fixture.ts';

describe('the service client', () => {
  const clientFor = (handle: (request: Request) => Promise<Response>) =>
    createServiceClient({ tokens, transport: hostTableTransport(new Map([['geo.internal', handle]])) });
  const client = clientFor((request) => app.handle(request));
  const call = { principal, requestId: 'r-1' };
  const failure = async (promise: Promise<unknown>) => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    const { status, code, message } = error as AppError;
    return { status, code, message };
  };

  test('calls an operation with the types of its contract', async () => {
    expect(await client.call(echo, { ...call, body: { text: 'hi' } })).toEqual({ text: 'hi' });
    expect(await client.call(lookup, { ...call, query: { id: 'a b&c' } })).toEqual({ id: 'a b&c' });
  });
  test('throws the callee’s error with its code and status', async () => {
    expect(await failure(client.call(echo, { ...call, body: { text: 'domain' } }))).toEqual({
      status: 404,
      code: 'ADDRESS_NOT_FOUND',
      message: 'No such address',
    });
  });

  const unreadable: [string, (request: Request) => Promise<Response>][] = [
    ['unreachable', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))],
    ['not JSON', async () => new Response('<html>gateway error</html>', { status: 502 })],
    ['an error of another kind', async () => Response.json({ message: 'nope' }, { status: 400 })],
    ['broken JSON', async () => new Response('{"text":', { status: 200 })],
  ];
  for (const [name, handle] of unreadable) {
    test(`a callee that is ${name} is UPSTREAM_ERROR 502 without detail`, async () => {
      const error = await failure(clientFor(handle).call(echo, { ...call, body: { text: 'a' } }));
      expect([error.status, error.code]).toEqual([502, 'UPSTREAM_ERROR']);
      expect(error.message).not.toMatch(/10\.0|ECONN|html|nope/);
    });
  }
  test('a rejected internal token is our failure, not a bad API key', async () => {
    const strangers = createServiceClient({
      tokens: createInternalTokens('another secret of thirty-two bytes or more'),
      transport: hostTableTransport(new Map([['geo.internal', (request: Request) => app.handle(request)]])),
    });
    expect((await failure(strangers.call(echo, { ...call, body: { text: 'a' } }))).code).toBe('UPSTREAM_ERROR');
  });
  test('gives TIMEOUT 504 past the deadline or on abort', async () => {
    const slow = { ...call, body: { text: 'slow' } };
    expect((await failure(client.call(echo, { ...slow, deadlineMs: Date.now() + 30 }))).code).toBe('TIMEOUT');
    expect((await failure(client.call(echo, { ...slow, signal: AbortSignal.timeout(30) }))).code).toBe('TIMEOUT');
  });
  test('records a call that never answers when its deadline passes', async () => {
    const hanging = clientFor(() => new Promise(() => {}));
    const work = newWork('r-1');
    const asking = { ...call, body: { text: 'a' }, deadlineMs: Date.now() + 30 };
    await runInScope({ work }, async () => expect((await failure(hanging.call(echo, asking))).code).toBe('TIMEOUT'));
    expect(work.calls).toEqual([expect.objectContaining({ service: 'geo', operation: echo.operation, status: 0 })]);
  });
});
