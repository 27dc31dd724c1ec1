import { expect, test } from 'bun:test';
import { createHttpApp, createLogger } from './index.ts';

test.each([
  ['a caller who hangs up is no failure of ours', true, []],
  ['a failure while the caller waits is logged', false, ['request failed']],
])('%s', async (_, hangsUp, logged) => {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  const caller = new AbortController();
  const app = createHttpApp({
    name: 'geo',
    log,
    routes: [
      {
        method: 'GET',
        path: '/slow',
        handle: async () => {
          if (hangsUp) caller.abort();
          throw new Error('interrupted');
        },
      },
    ],
  });
  await app.handle(new Request('http://geo.internal/slow', { signal: caller.signal }));
  const entries = lines.map((line) => JSON.parse(line) as { level: string; msg: string; callerGone?: boolean });
  expect(entries.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual(logged);
  expect(entries.find(({ msg }) => msg === 'request')?.callerGone ?? false).toBe(hangsUp);
});
