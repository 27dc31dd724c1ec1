import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Sql } from '@plat/db';
import { type ReplicatedServers, startReplicatedServers } from '@plat/db/replicated-servers';
import { createInternalTokens, createLogger, type Principal } from '@plat/kit';
import { OBFUSCATION_SECRET } from './analytics-under-test.fixture.ts';
import { createAnalyticsApp } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { createAnalyticsDeps } from './deps.ts';
import { AS_OF, CENTER, rental, serveDeals } from './hand-made-deals.fixture.ts';

const SECRET = 'a secret of thirty-two characters';
const tokens = createInternalTokens(SECRET);

let servers: ReplicatedServers;
let primary: Sql;
let service: ReturnType<typeof createAnalyticsDeps>;
let handle: (request: Request) => Promise<Response>;
beforeAll(async () => {
  servers = await startReplicatedServers();
  primary = connect(servers.primary.url, { applicationName: 'test' });
  await serveDeals(primary, [rental(0.1), rental(0.2), rental(0.3)]);
  const config = readAnalyticsConfig({
    PLAT_INTERNAL_SECRET: SECRET,
    PLAT_OBFUSCATION_SECRET: OBFUSCATION_SECRET,
    PLAT_AS_OF: AS_OF,
    DATABASE_URL: servers.primary.url,
    DATABASE_READ_URL: servers.standby.url,
    PLAT_REPLICA_MAX_LAG_MS: '5000',
  });
  service = createAnalyticsDeps(config, { log: createLogger({ name: 'test', level: 'silent' }), tokens });
  const app = createAnalyticsApp(service.deps);
  handle = async (request) => app.handle(request);
}, 120_000);
afterAll(async () => {
  await service.close();
  await primary.end({ timeout: 0 });
  await servers.close();
}, 60_000);

const metric = async (name: string): Promise<number> => {
  const text = await (await handle(new Request('http://analytics.internal/metrics'))).text();
  return Number(new RegExp(`^${name}\\{.*\\} (.*)$`, 'm').exec(text)?.[1]);
};
const until = async (onReplica: number): Promise<void> => {
  const deadlineMs = performance.now() + 20_000;
  while ((await metric('plat_market_reads_on_replica')) !== onReplica) {
    if (performance.now() > deadlineMs) throw new Error(`plat_market_reads_on_replica did not become ${onReplica}`);
    await Bun.sleep(20);
  }
};
const ask = async (): Promise<{ status: number; deals: number }> => {
  const principal: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };
  const response = await handle(
    new Request('http://analytics.internal/v1/analytics-search', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokens.sign(principal, 'analytics')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(CENTER),
    }),
  );
  const body = await response.json();
  return { status: response.status, deals: Array.isArray(body) ? body.length : -1 };
};
const readsOf = async (server: ReplicatedServers['primary']): Promise<number> => {
  const sql = connect(server.url, { applicationName: 'test' });
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where application_name in ('plat-analytics', 'plat-analytics-reads') and query like '%market.deal%'`;
  await sql.end({ timeout: 5 });
  return row?.n ?? 0;
};

test('the replica answers searches, also while the primary is down; the primary answers while the replica is down', async () => {
  await until(1);
  expect(await ask()).toEqual({ status: 200, deals: 3 });
  expect(await readsOf(servers.standby)).toBeGreaterThan(0);
  expect(await readsOf(servers.primary)).toBe(0);
  expect(await metric('plat_market_replica_lag_seconds')).toBeLessThan(5);

  await servers.primary.crash();
  await Bun.sleep(1_500);
  expect(await ask()).toEqual({ status: 200, deals: 3 });
  expect((await handle(new Request('http://analytics.internal/ready'))).status).toBe(200);
  await servers.primary.start();

  await servers.standby.crash();
  // The pool of the primary may still hold a connection from before its crash.
  while ((await ask()).status !== 200) await Bun.sleep(50);
  await until(0);
  expect(await ask()).toEqual({ status: 200, deals: 3 });
  await servers.standby.start();
  await until(1);
}, 120_000);
