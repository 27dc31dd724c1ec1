import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  createApiUser,
  createApiUserSubscription,
  createCompany,
  createKey,
  createPlan,
  setCompanyLimit,
} from '@plat/accounts/operator';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { send } from './burst.fixture.ts';
import { searchCall, usageOf } from './calls.fixture.ts';
import { startAtClock } from './clocked.fixture.ts';
import { type Caller, OPERATOR, planOf, SLOW_MS } from './platform.fixture.ts';

const LIMIT = 25;
const BEFORE = '2026-02-28T23:59:58.000Z';
const AFTER = '2026-03-01T00:00:01.000Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, SLOW_MS);
afterAll(() => database.close());

let platform: Awaited<ReturnType<typeof startAtClock>>;
beforeEach(async () => {
  platform = await startAtClock(database.url, BEFORE);
}, SLOW_MS);
afterEach(() => platform.close());

async function caller(kind: 'subscriber' | 'enterprise'): Promise<Caller> {
  const { deps } = platform;
  const name = crypto.randomUUID();
  await createCompany(deps, OPERATOR, { name, subscription: 'active' });
  const isEnterprise = kind === 'enterprise';
  if (isEnterprise) await createPlan(deps, OPERATOR, planOf(name, LIMIT));
  else await setCompanyLimit(deps, OPERATOR, name, { endpoint: 'analytics_search', customLimit: LIMIT });
  const { record, key } = await createKey(deps, OPERATOR, {
    kind,
    name,
    companyName: name,
    rateLimit: 100_000,
    planIds: isEnterprise ? [name] : [],
  });
  if (isEnterprise) {
    await createApiUser(deps, OPERATOR, record.id, { user_id: name, active: true });
    await createApiUserSubscription(deps, OPERATOR, record.id, { user_id: name, plan_id: name });
  }
  return { keyId: record.id, companyId: record.companyId, headers: { 'x-api-key': key, 'x-user-id': name } };
}

/** Events of the ledger by month. */
async function ledger({ keyId }: Caller): Promise<Record<string, number>> {
  const rows = await database.sql<{ month: string; events: number }[]>`
    select to_char(month, 'YYYY-MM') as month, count(*)::int as events from accounts.usage_ledger
    where key_id = ${keyId} group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ month, events }) => [month, events]));
}

/** Sends calls, and starts the new month once `running` of them have reached their service. */
async function acrossTheBoundary(who: Caller, calls: number, running: number) {
  const reached = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let arrived = 0;
  platform.upstream.before = () => {
    if (++arrived === running) reached.resolve();
    return finish.promise;
  };
  const answers = Promise.all(Array.from({ length: calls }, (_, index) => send(searchCall(platform.door, who, index))));
  await reached.promise;
  platform.clock.set(AFTER);
  finish.resolve();
  platform.upstream.before = async () => {};
  return answers;
}

for (const kind of ['subscriber', 'enterprise'] as const) {
  test(`calls of ${kind} keys running at the end of a month count in the month of their reservation`, async () => {
    const who = await caller(kind);
    const old = await acrossTheBoundary(who, LIMIT, LIMIT);
    for (const { status, headers } of old) {
      expect(status).toBe(200);
      expect(headers['x-monthly-reset']).toBe('2026-03-01T00:00:00.000Z');
      expect(Number(headers['x-monthly-remaining'])).toBeWithin(0, LIMIT);
    }
    expect(await ledger(who)).toEqual({ '2026-02': LIMIT });
    expect(await usageOf(platform.door, who)).toMatchObject({ limit: LIMIT, used: 0, remaining: LIMIT });
    const fresh = await Promise.all(
      Array.from({ length: LIMIT + 5 }, (_, index) => send(searchCall(platform.door, who, 100 + index))),
    );
    expect(fresh.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    for (const { headers } of fresh) expect(headers['x-monthly-reset']).toBe('2026-04-01T00:00:00.000Z');
    expect(await ledger(who)).toEqual({ '2026-02': LIMIT, '2026-03': LIMIT });
    expect(await platform.deps.ledger.verify()).toMatchObject({ differences: [], reservations: 0, countedButOpen: [] });
  });
}

test('a refusal just before the end of the month names the reset, and the same call just after it succeeds', async () => {
  const who = await caller('subscriber');
  await Promise.all(Array.from({ length: LIMIT }, (_, index) => send(searchCall(platform.door, who, index))));
  const refused = await send(searchCall(platform.door, who, LIMIT));
  expect([refused.status, refused.headers['retry-after'], refused.headers['x-monthly-remaining']]).toEqual([
    429,
    '2',
    '0',
  ]);
  platform.clock.advance(2_000);
  const { status, headers } = await send(searchCall(platform.door, who, LIMIT));
  expect([status, headers['x-monthly-remaining']]).toEqual([200, String(LIMIT - 1)]);
});

test('a location counted in the old month is free in the new one, also for parallel searches', async () => {
  const who = await caller('subscriber');
  const finish = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  platform.upstream.before = () => {
    reached.resolve();
    return finish.promise;
  };
  const old = send(searchCall(platform.door, who, 1));
  await reached.promise;
  platform.clock.set(AFTER);
  platform.upstream.before = async () => {};
  const between = send(searchCall(platform.door, who, 1));
  expect((await between).status).toBe(200);
  finish.resolve();
  expect((await old).status).toBe(200);
  expect((await send(searchCall(platform.door, who, 1))).status).toBe(200);
  expect(await ledger(who)).toEqual({ '2026-03': 1 });
  expect(await platform.deps.ledger.verify()).toMatchObject({ differences: [], countedButOpen: [] });
});

test('when the clock jumps into the next month and back, each call counts once in the month of the clock', async () => {
  const who = await caller('enterprise');
  const call = async (index: number) => (await send(searchCall(platform.door, who, index))).status;
  expect([await call(1), await call(2)]).toEqual([200, 200]);
  platform.clock.set(AFTER);
  expect(await call(3)).toBe(200);
  platform.clock.set(BEFORE);
  expect(await call(4)).toBe(200);
  expect(await usageOf(platform.door, who)).toMatchObject({ used: 3, remaining: LIMIT - 3 });
  // Across the end of a year, into an unused month.
  platform.clock.set('2027-01-01T00:00:00.000Z');
  expect(await usageOf(platform.door, who)).toMatchObject({ used: 0, remaining: LIMIT });
  expect(await call(1)).toBe(200);
  expect(await ledger(who)).toEqual({ '2026-02': 3, '2026-03': 1, '2027-01': 1 });
  expect(await platform.deps.ledger.verify()).toMatchObject({ differences: [], reservations: 0, countedButOpen: [] });
});
