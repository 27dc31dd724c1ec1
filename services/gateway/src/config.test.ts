import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { ConfigError } from '@plat/kit';
import { readGatewayConfig } from './config.ts';
import { createGatewayDeps } from './deps.ts';

const valid = {
  PLAT_INTERNAL_SECRET: 's'.repeat(32),
  PLAT_ACCOUNTS_URL: 'http://accounts:8080',
  PLAT_GEO_URL: 'http://geo:8080',
  PLAT_INVESTORS_URL: 'http://investors:8080',
  PLAT_VALUATION_URL: 'http://valuation:8080',
  PLAT_ANALYTICS_URL: 'http://analytics:8080',
  PLAT_AUTOMATION_URL: 'http://automation:8080',
};

describe('gateway configuration', () => {
  test('requires a secret and service addresses, and requires HTTPS by default', () => {
    expect(readGatewayConfig(valid)).toMatchObject({
      requireHttps: true,
      redisUrl: undefined,
      trustedProxies: [],
      serviceUrls: { accounts: 'http://accounts:8080', geo: 'http://geo:8080', investors: 'http://investors:8080' },
    });
  });
  test('reports every mistake at once', () => {
    const read = () => readGatewayConfig({ REDIS_URL: 'localhost', PLAT_REQUIRE_HTTPS: 'perhaps' });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'PLAT_INTERNAL_SECRET',
      'PLAT_GEO_URL',
      'PLAT_ACCOUNTS_URL',
      'REDIS_URL',
      'PLAT_REQUIRE_HTTPS',
    ]) {
      expect(read).toThrow(name);
    }
  });
  test('allows webhook receivers on this machine only without production mode and HTTPS', () => {
    const loopback = { ...valid, PLAT_EGRESS_ALLOW_LOOPBACK: 'true' };
    const local = { ...loopback, PLAT_REQUIRE_HTTPS: 'false' };
    expect(readGatewayConfig(valid).checkSettings).toEqual({ allowLoopback: false, allowedRanges: [] });
    expect(readGatewayConfig(local).checkSettings).toEqual({ allowLoopback: true, allowedRanges: [] });
    expect(() => readGatewayConfig(loopback)).toThrow('PLAT_REQUIRE_HTTPS is true');
    expect(() => readGatewayConfig({ ...local, NODE_ENV: 'production' })).toThrow('NODE_ENV is production');
  });
  test.each(['proxy', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/9', '::1/129', '::1%lo'])(
    'trusts no proxy when an entry is %p, which would match other addresses',
    (proxy) => {
      expect(() => readGatewayConfig({ ...valid, PLAT_TRUSTED_PROXIES: `10.0.0.0/8, ${proxy}` })).toThrow(
        'PLAT_TRUSTED_PROXIES: entry 2 is neither an IP address nor a CIDR block',
      );
    },
  );
});

describe('in-memory minute limits', () => {
  afterEach(() => void setSystemTime());
  const limiter = () => createGatewayDeps(readGatewayConfig({ ...valid, PLAT_LOG_LEVEL: 'silent' })).deps.limiter;
  const HOUR_MS = 3_600_000;

  test('reset on time after the system clock moves back', async () => {
    const { take } = limiter();
    expect((await take('key', 1, 50)).allowed).toBe(true);
    setSystemTime(Date.now() - HOUR_MS);
    await Bun.sleep(60);
    expect((await take('key', 1, 50)).allowed).toBe(true);
  });
  test('hold after the system clock moves ahead', async () => {
    const { take } = limiter();
    expect((await take('key', 1)).allowed).toBe(true);
    setSystemTime(Date.now() + HOUR_MS);
    expect((await take('key', 1)).allowed).toBe(false);
  });
});
