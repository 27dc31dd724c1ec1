import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect, migrate, type Sql } from '@plat/db';
import { type ReplicatedServers, startReplicatedServers } from '@plat/db/replicated-servers';
import { databaseFailure } from '@plat/kit';
import { openUsageLedger } from './open-usage-ledger.ts';
import { insertCompany, insertEndUser, insertKey, NOW_MS, property, reservation, setLimit } from './usage.fixture.ts';

const UNLIMITED = 1_000_000;
const LANES = 6;
const GIVE_UP_MS = 30_000;

let servers: ReplicatedServers;
let sql: Sql;
let ledger: ReturnType<typeof openUsageLedger>;
beforeAll(async () => {
  servers = await startReplicatedServers({ isSynchronous: true });
  const { primary, standby } = servers;
  const url = `postgres://plat@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`;
  sql = connect(url, { applicationName: 'test' });
  await migrate(sql, { schema: 'accounts', folder: join(import.meta.dir, '..', 'migrations') });
  ledger = openUsageLedger(url);
}, 120_000);
afterAll(async () => {
  await ledger.close();
  await sql.end({ timeout: 0 });
  await servers.close();
}, 60_000);

test('a failover during counting loses no answered count and counts nothing twice', async () => {
  const companyId = await insertCompany(sql);
  const keyId = await insertKey(sql, companyId, 'subscriber');
  const endUserKeyId = await insertKey(sql, companyId, 'enterprise');
  await setLimit(sql, companyId, 'buyer_search', { customLimit: UNLIMITED });
  await insertEndUser(sql, endUserKeyId, 'agent', [UNLIMITED]);
  const answered: string[] = [];
  const asked = new Set<string>();
  const failures: unknown[] = [];
  let isCounting = true;
  /** Retries 503 responses under the same ids, as callers do. */
  const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    while (isCounting) {
      try {
        return await ask();
      } catch (error) {
        failures.push(error);
        await Bun.sleep(50);
      }
    }
    return undefined;
  };
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let round = 0; isCounting; round++) {
      const held = [
        reservation(keyId, { thing: property(`${lane} ${round}`) }),
        reservation(endUserKeyId, { userId: 'agent' }),
      ];
      for (const { reservation_id } of held) asked.add(reservation_id);
      await untilAnswered(() => ledger.ledger.reserve(held, NOW_MS));
      const commits = held.map((one) => ({ reservationId: one.reservation_id, skiptraced: true }));
      const outcomes = await untilAnswered(() => ledger.ledger.commit(commits, NOW_MS));
      for (const [at, one] of (outcomes ?? []).entries()) {
        if (one.outcome === 'counted') answered.push(commits[at]!.reservationId);
      }
    }
  });
  while (answered.length < 50) await Bun.sleep(10);
  await servers.primary.crash();
  const crashedMs = performance.now();
  const promoted = connect(servers.standby.url, { applicationName: 'test' });
  await promoted`select pg_promote()`;
  // No standby is left; until this setting changes, every commit waits for one.
  await promoted`alter system set synchronous_standby_names = ''`;
  await promoted`select pg_reload_conf()`;
  const before = answered.length;
  while (answered.length < before + 50 && performance.now() - crashedMs < GIVE_UP_MS) await Bun.sleep(10);
  isCounting = false;
  await Promise.all(lanes);
  await promoted.end({ timeout: 5 });

  expect(answered.length).toBeGreaterThanOrEqual(before + 50);
  // Callers learn that the database is unavailable and when to retry.
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((failure) => databaseFailure(failure)?.code !== 'SERVICE_UNAVAILABLE')).toEqual([]);
  const events = (await sql<{ id: string }[]>`select event_id as id from accounts.usage_ledger`).map(({ id }) => id);
  const counted = new Set(events);
  expect(counted.size).toBe(events.length);
  expect(answered.filter((id) => !counted.has(id))).toEqual([]);
  expect(events.filter((id) => !asked.has(id))).toEqual([]);
  // Unanswered counts are only those in flight when the server died or the test ended.
  expect(events.length - answered.length).toBeLessThanOrEqual(LANES * 2 * 2);
  expect(await ledger.ledger.verify()).toMatchObject({ differences: [], countedButOpen: [] });
}, 120_000);
