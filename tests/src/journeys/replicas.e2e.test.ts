import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type OperatorAccounts, openOperatorAccounts } from '@plat/accounts/deps';
import { createKey, revokeKey, updateApiUser } from '@plat/accounts/operator';
import { ensureMarketSchema } from '@plat/dataset';
import { connect } from '@plat/db';
import { createMemoryKeyEpochs } from '@plat/limits';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@plat/test-kit';

const OPERATOR = 'operator:test';
const SLOW_MS = 120_000;
const REPLICAS = 3;
const STOPS_WITHIN_MS = 1_000;

const redis: TestRedis | null = await testRedis();
if (redis === null) console.log('skipped: three replicas over Redis (this machine has no redis-server)');
let database: TestDatabase;
let hosts: Host[] = [];
let operator: OperatorAccounts;

/** Three whole Plats on one database and one Redis; the operator's command runs beside them without Redis. */
describe.skipIf(redis === null)('three replicas', () => {
  beforeAll(async () => {
    database = await testDatabase();
    const sql = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
    await ensureMarketSchema(sql);
    await sql.end();
    const environment = readEnvironment({ PLAT_LOG_LEVEL: 'silent', REDIS_URL: redis?.url });
    const options = { databaseUrl: database.url, internalSecret: 'a secret of at least thirty-two bytes', environment };
    for (let i = 0; i < REPLICAS; i++) hosts.push(await createHost({ ...options, asOf: () => '2026-03-01' }));
    operator = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  }, SLOW_MS);
  afterAll(async () => {
    await operator.close();
    for (const host of hosts) await host.close();
    hosts = [];
    await database.close();
    await redis?.close();
  }, SLOW_MS);

  const statuses = (key: string) =>
    Promise.all(
      hosts.map(async ({ app }) => {
        const request = new Request('http://gateway.internal/v1/api-users/list', { headers: { 'x-api-key': key } });
        return (await app.handle(request)).status;
      }),
    );

  /** A key that every replica has verified and cached. */
  async function knownKey() {
    const { key, record } = await createKey(operator, OPERATOR, {
      kind: 'enterprise',
      name: 'Known',
      rateLimit: 10_000,
    });
    for (let i = 0; i < 3; i++) expect(await statuses(key)).toEqual(Array(REPLICAS).fill(200));
    return { key, id: record.id };
  }

  /** Waits until no replica accepts the key; fails if one still does after a second. */
  async function stopsInTime(key: string): Promise<void> {
    const deadline = performance.now() + STOPS_WITHIN_MS;
    while (performance.now() < deadline && (await statuses(key)).some((status) => status !== 401));
    // A slow response may belong to a request from before.
    expect(await statuses(key)).toEqual(Array(REPLICAS).fill(401));
  }

  test('refuse a revoked key as soon as the command returns', async () => {
    const { key, id } = await knownKey();
    await revokeKey(operator, OPERATOR, id);
    expect(operator.areChangesConfirmed()).toBe(true);
    expect(await statuses(key)).toEqual(Array(REPLICAS).fill(401));
  });

  test('all apply a change immediately that one of them made for its caller', async () => {
    const { id, key } = await knownKey();
    const { accounts } = hosts[0]!;
    await accounts.users.create(OPERATOR, id, { user_id: 'agent', active: true });
    const usage = () =>
      Promise.all(
        hosts.map(async ({ app }) => {
          const headers = { 'x-api-key': key, 'x-user-id': 'agent' };
          return (await app.handle(new Request('http://gateway.internal/v1/usage', { headers }))).status;
        }),
      );
    expect(await usage()).toEqual(Array(REPLICAS).fill(200));
    await updateApiUser(accounts, OPERATOR, id, { user_id: 'agent', active: false });
    expect(await usage()).toEqual(Array(REPLICAS).fill(401));
  });

  test(
    'refuse a revoked key within a second while Redis is down',
    async () => {
      const { key, id } = await knownKey();
      await redis?.close();
      await revokeKey(operator, OPERATOR, id);
      await stopsInTime(key);
      const { key: later, record } = await createKey(operator, OPERATOR, { kind: 'enterprise', name: 'Later' });
      expect(await statuses(later)).toEqual(Array(REPLICAS).fill(200));
      await revokeKey(operator, OPERATOR, record.id);
      await stopsInTime(later);
    },
    SLOW_MS,
  );
});
