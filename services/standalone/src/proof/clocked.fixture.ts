import { createAccountsApp } from '@plat/accounts';
import { createAccountsDeps } from '@plat/accounts/deps';
import { createGatewayApp } from '@plat/gateway';
import { createGatewayDeps } from '@plat/gateway/deps';
import { createLogger, startServer } from '@plat/kit';
import { fixedClock } from '@plat/test-kit';
import { INTERNAL_SECRET } from './platform.fixture.ts';
import { startUpstream } from './upstream.fixture.ts';

/** Accounts and a gateway on one clock that a test moves, speaking HTTP. */
export async function startAtClock(databaseUrl: string, iso: string) {
  const clock = fixedClock(iso);
  const log = createLogger({ name: 'gateway', level: 'silent' });
  const upstream = startUpstream(INTERNAL_SECRET, clock);
  const settings = { PLAT_INTERNAL_SECRET: INTERNAL_SECRET, PLAT_LOG_LEVEL: 'silent' } as const;
  const accounts = await createAccountsDeps({ ...settings, DATABASE_URL: databaseUrl }, { clock, log });
  const accountsServer = startServer({ app: createAccountsApp(accounts.deps), port: 0, hostname: '127.0.0.1' });
  const services = ['geo', 'investors', 'analytics'] as const;
  const gateway = createGatewayDeps(
    {
      ...{ port: 0, host: '', logLevel: 'silent', internalSecrets: INTERNAL_SECRET, graceMs: 0, redisUrl: undefined },
      maxOutgoingRequests: 256,
      ...{ services, requireHttps: false, trustedProxies: ['127.0.0.1'] },
      serviceUrls: {
        accounts: accountsServer.url,
        ...Object.fromEntries(services.map((name) => [name, upstream.env[`PLAT_${name.toUpperCase()}_URL`]])),
      },
    },
    { clock, log, epochs: accounts.deps.epochs },
  );
  const door = startServer({ app: createGatewayApp(gateway.deps), port: 0, hostname: '127.0.0.1' });
  return {
    clock,
    upstream,
    deps: accounts.deps,
    door,
    close: async () => {
      await door.stop(0);
      await accountsServer.stop(0);
      await gateway.close();
      await accounts.close();
      await upstream.close();
    },
  };
}
