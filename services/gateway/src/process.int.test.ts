import { describe, expect, test } from 'bun:test';
import { autocomplete, verifyKey } from '@plat/contracts';
import { createInternalTokens, createLogger, createServiceApp, operation, startServer } from '@plat/kit';
import { FakeLedger } from './fake-accounts.fixture.ts';
import { SUBSCRIBER_KEY } from './gateway.fixture.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const ENTRY = `${import.meta.dir}/index.ts`;

const start = (env: Record<string, string>, ...args: string[]) =>
  Bun.spawn([process.execPath, ENTRY, ...args], {
    env: { PATH: process.env.PATH ?? '', PLAT_HOST: '127.0.0.1', PLAT_PORT: '0', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });

describe('the gateway process', () => {
  test('serves over HTTP and finishes in-flight requests on SIGTERM', async () => {
    const ledger = new FakeLedger();
    const log = createLogger({ name: 'geo', level: 'silent' });
    const tokens = createInternalTokens(SECRET);
    const key = {
      key_id: crypto.randomUUID(),
      key_kind: 'subscriber' as const,
      company_id: 'c',
      active: true,
      is_test: false,
      rate_limit: 20,
      rate_window_seconds: 60,
      allowed_addresses: null,
      covered_endpoints: null,
      authorized_endpoints: null,
      subscription: 'active' as const,
      may_search_buyers: true,
      user_known: false,
    };
    const accounts = startServer({
      app: createServiceApp({
        name: 'accounts',
        log,
        tokens,
        operations: [operation(verifyKey, async () => ({ key })), ...ledger.operations()],
      }),
      port: 0,
      hostname: '127.0.0.1',
    });
    const arrived = Promise.withResolvers<void>();
    const slowly = operation(autocomplete, async () => {
      arrived.resolve();
      await Bun.sleep(300);
      return [];
    });
    const geo = startServer({
      app: createServiceApp({ name: 'geo', log, tokens, operations: [slowly] }),
      port: 0,
      hostname: '127.0.0.1',
    });
    const gateway = start({
      PLAT_INTERNAL_SECRET: SECRET,
      PLAT_ACCOUNTS_URL: accounts.url,
      PLAT_GEO_URL: geo.url,
      PLAT_INVESTORS_URL: 'http://127.0.0.1:1',
      PLAT_VALUATION_URL: 'http://127.0.0.1:1',
      PLAT_AUTOMATION_URL: 'http://127.0.0.1:1',
      PLAT_ANALYTICS_URL: 'http://127.0.0.1:1',
      PLAT_REQUIRE_HTTPS: 'false',
    });
    const firstLine = new TextDecoder().decode((await gateway.stderr.getReader().read()).value);
    const { url } = JSON.parse(firstLine.split('\n')[0]!) as { url: string };
    const post = (path: string, body: string) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': SUBSCRIBER_KEY },
        body,
      });
    expect((await post('/v1/buyer-search', '{"latitude":33,"longitude":-112}')).status).toBe(502);
    const inFlight = post('/v1/autocomplete', '{"search_string":"123 Main"}');
    await arrived.promise;
    gateway.kill('SIGTERM');
    const response = await inFlight;
    expect([response.status, await response.text()]).toEqual([200, '[]']);
    expect(await gateway.exited).toBe(0);
    expect([ledger.count('counted'), ledger.count('open')]).toEqual([1, 0]);
    await accounts.stop(0);
    await geo.stop(0);
  });

  test('checks its configuration and names every missing variable', async () => {
    const gateway = start({}, '--check-config');
    const message = await new Response(gateway.stderr).text();
    expect(await gateway.exited).toBe(2);
    for (const name of ['PLAT_INTERNAL_SECRET', 'PLAT_ACCOUNTS_URL', 'PLAT_GEO_URL']) expect(message).toContain(name);
  });
});
