import { expect, test } from 'bun:test';
import { accountsUnderTest } from './accounts-under-test.fixture.ts';
import { REQUEST_LOG_KEPT_MS, REQUEST_LOG_PER_KEY } from './domain/requests/ports.ts';

const accounts = accountsUnderTest();
const ALL = { statuses: [100, 599], beforeId: null, limit: REQUEST_LOG_PER_KEY + 10 } as const;
const NOW = Date.parse('2026-03-01T12:00:00Z');

const entry = (keyId: string, atMs: number, number: number) => ({
  key_id: keyId,
  request_id: `request-${number}`,
  at: new Date(atMs).toISOString(),
  method: 'GET',
  path: '/v1/coverage',
  status: 200,
  duration_ms: number,
});

test('keeps a day and the newest requests of each key', async () => {
  const { requests } = accounts.deps;
  const [busy, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
  const BATCH = 1_000;
  for (let from = 0; from < REQUEST_LOG_PER_KEY + BATCH; from += BATCH) {
    await requests.add(Array.from({ length: BATCH }, (_, at) => entry(busy, NOW, from + at)));
  }
  await requests.add([entry(quiet, NOW - REQUEST_LOG_KEPT_MS - 1, 0), entry(quiet, NOW - REQUEST_LOG_KEPT_MS + 1, 1)]);
  expect(await requests.list(quiet, ALL, NOW)).toMatchObject([{ request_id: 'request-1' }]);
  await requests.tidy(NOW);
  const kept = await requests.list(busy, ALL, NOW);
  expect(kept).toHaveLength(REQUEST_LOG_PER_KEY);
  expect(kept[0]?.request_id).toBe(`request-${REQUEST_LOG_PER_KEY + BATCH - 1}`);
  expect(await requests.list(quiet, ALL, NOW)).toHaveLength(1);
  const [counted] = await accounts.database.sql<{ count: number }[]>`
    select count(*)::int as count from accounts.request_log where key_id = ${quiet}`;
  expect(counted?.count).toBe(1);
});
