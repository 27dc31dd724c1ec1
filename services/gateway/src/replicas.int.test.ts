import { afterAll, describe, expect, test } from 'bun:test';
import { createServiceMetrics } from '@plat/kit';
import { testRedis } from '@plat/test-kit';
import { readGatewayConfig } from './config.ts';
import { createGatewayDeps } from './deps.ts';
import { SEARCH, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

const redis = await testRedis();
if (redis === null) console.log('skipped: gateway replicas over Redis (this machine has no redis-server)');
afterAll(() => redis?.close());

/** Starts a replica with the stores of its own configuration. */
async function startReplica(redisUrl: string | undefined) {
  const config = readGatewayConfig({
    PLAT_INTERNAL_SECRET: 's'.repeat(32),
    PLAT_ACCOUNTS_URL: 'http://accounts:8080',
    PLAT_GEO_URL: 'http://geo:8080',
    PLAT_INVESTORS_URL: 'http://investors:8080',
    PLAT_VALUATION_URL: 'http://valuation:8080',
    PLAT_AUTOMATION_URL: 'http://automation:8080',
    PLAT_ANALYTICS_URL: 'http://analytics:8080',
    PLAT_LOG_LEVEL: 'silent',
    REDIS_URL: redisUrl,
  });
  const metrics = createServiceMetrics('gateway');
  const { deps, close } = createGatewayDeps(config, { metrics });
  const { limiter, epochs } = deps;
  const gateway = startTestGateway({ limiter, epochs, metrics });
  const isConnected = () =>
    epochs.current('any').then(
      () => true,
      () => false,
    );
  while (!(await isConnected())) await Bun.sleep(10);
  return {
    ...gateway,
    epochs,
    stop: async () => {
      await gateway.close();
      await close();
    },
  };
}

test('a gateway that cannot learn of changes caches no keys', async () => {
  const replica = await startReplica(undefined);
  for (let i = 0; i < 3; i++) expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(200);
  replica.set(SUBSCRIBER_KEY, { active: false });
  expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(401);
  await replica.stop();
});

describe.skipIf(redis === null)('two gateways with one Redis', () => {
  test('share the minute limit of a key', async () => {
    const replicas = [await startReplica(redis!.url), await startReplica(redis!.url)];
    const sharedKey = { key_id: crypto.randomUUID() };
    for (const replica of replicas) replica.set(SUBSCRIBER_KEY, sharedKey);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (await replicas[i % 2]!.post('/v1/autocomplete', SEARCH)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    for (const replica of replicas) await replica.stop();
  });

  test('both reject a revoked key immediately', async () => {
    const [one, other] = [await startReplica(redis!.url), await startReplica(redis!.url)];
    const keyId = crypto.randomUUID();
    for (const replica of [one, other]) {
      replica.set(SUBSCRIBER_KEY, { key_id: keyId });
      for (let i = 0; i < 3; i++) expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(200);
      expect(replica.fake.verified).toHaveLength(2);
      replica.set(SUBSCRIBER_KEY, { active: false });
    }
    await one.epochs.advance(keyId);
    for (const replica of [one, other]) {
      expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(401);
      await replica.stop();
    }
  });

  test('keep working while Redis is unavailable, report it as a metric and verify every key', async () => {
    const away = (await testRedis())!;
    const replica = await startReplica(away.url);
    expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(200);
    await away.close();
    for (let i = 0; i < 3; i++) expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(200);
    const metrics = await (await replica.send('/metrics')).text();
    expect(metrics.includes('plat_minute_limits_shared{service="gateway"} 0')).toBe(true);
    replica.set(SUBSCRIBER_KEY, { active: false });
    expect((await replica.post('/v1/autocomplete', SEARCH)).status).toBe(401);
    await replica.stop();
  });
});
