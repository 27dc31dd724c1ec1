import { expect, test } from 'bun:test';
import { defineEndpoint } from '@plat/contracts';
import { Type } from '@sinclair/typebox';
import {
  createHttpApp,
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceMetrics,
  DEADLINE_HEADER,
  type HttpRoute,
  operation,
  startServer,
} from './index.ts';

interface Line {
  level: string;
  msg: string;
  status?: number;
  callerGone?: boolean;
}

function recorder() {
  const lines: Line[] = [];
  const log = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (l) => void lines.push(JSON.parse(l)) },
  });
  const metrics = createServiceMetrics('geo');
  const requestLine = async (): Promise<Line> => {
    for (;;) {
      const line = lines.find(({ msg }) => msg === 'request');
      if (line !== undefined) return line;
      await Bun.sleep(1);
    }
  };
  /** Statuses in the request metric. */
  const statuses = async () =>
    [...(await metrics.registry.metrics()).matchAll(/duration_seconds_count\{.*status="(\d+)"/g)].map(([, one]) => one);
  return { lines, log, metrics, requestLine, statuses };
}

const appOf = ({ log, metrics }: ReturnType<typeof recorder>, handle: HttpRoute['handle']) =>
  createHttpApp({ name: 'geo', log, metrics, routes: [{ method: 'GET', path: '/slow', handle }] });

test.each([
  ['counts a request whose caller hung up as 499 and logs no error', true, [], 499],
  ['logs an error while the caller waits', false, ['request failed'], 500],
])('%s', async (_, hangsUp, logged, status) => {
  const seen = recorder();
  const caller = new AbortController();
  const app = appOf(seen, async () => {
    if (hangsUp) caller.abort();
    throw new Error('interrupted');
  });
  await app.handle(new Request('http://geo.internal/slow', { signal: caller.signal }));
  expect(seen.lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual(logged);
  const line = await seen.requestLine();
  expect([line.status, line.callerGone ?? false]).toEqual([status, hangsUp]);
  expect(await seen.statuses()).toEqual([String(status)]);
});

test('counts a response whose caller has left as 499', async () => {
  const seen = recorder();
  const caller = new AbortController();
  const app = appOf(seen, async () => {
    caller.abort();
    return Response.json({ done: true });
  });
  await app.handle(new Request('http://geo.internal/slow', { signal: caller.signal }));
  expect(await seen.requestLine()).toMatchObject({ status: 499, callerGone: true });
  expect(await seen.statuses()).toEqual(['499']);
});

const lookUp = defineEndpoint({
  service: 'geo',
  audience: 'internal',
  aliases: [],
  summary: '',
  tag: 't',
  errors: {},
  operation: 'lookUp',
  method: 'GET',
  path: '/internal/look-up',
  request: { query: Type.Object({}) },
  responses: { 200: Type.Object({}) },
  policy: {
    name: null,
    keyKinds: ['subscriber'],
    missingKeyStatus: 401,
    missingUserStatus: null,
    allowance: null,
    metering: { counts: 'never' },
    deadlineMs: 60_000,
    usageHeaders: false,
  },
});

test.each([
  ['counts a call cancelled by its caller as 499 in the called service, over HTTP', 60_000, 499],
  ['counts a call that timed out as 504 in the called service, even if its caller left as well', 50, 504],
])('%s', async (_, allowedMs, status) => {
  const seen = recorder();
  const tokens = createInternalTokens('a secret of at least thirty-two bytes');
  const begun = Promise.withResolvers<void>();
  const app = createServiceApp({
    name: 'geo',
    log: seen.log,
    metrics: seen.metrics,
    tokens,
    operations: [
      operation(lookUp, ({ signal }) => {
        begun.resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
    ],
  });
  const server = startServer({ app, port: 0, hostname: '127.0.0.1' });
  try {
    const principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' } as const;
    const caller = new AbortController();
    const deadlineMs = Date.now() + allowedMs;
    const answer = fetch(`${server.url}${lookUp.path}`, {
      headers: {
        authorization: `Bearer ${await tokens.sign(principal, 'geo')}`,
        [DEADLINE_HEADER]: String(deadlineMs),
      },
      signal: caller.signal,
    }).then(
      ({ status }) => status,
      (error: Error) => error.name,
    );
    // On a busy machine the deadline passes before the call arrives.
    await Promise.race([begun.promise, answer]);
    if (status === 499) caller.abort();
    else setTimeout(() => caller.abort(), deadlineMs - Date.now());
    expect(['AbortError', 504]).toContain(await answer);
    expect((await seen.requestLine()).status).toBe(status);
    expect(await seen.statuses()).toEqual([String(status)]);
  } finally {
    await server.stop(0);
  }
});
