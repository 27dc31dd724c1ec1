import { createAccountsApp } from '@plat/accounts';
import { createAccountsDeps } from '@plat/accounts/deps';
import { createGatewayApp } from '@plat/gateway';
import { createGatewayDeps } from '@plat/gateway/deps';
import { createLogger, startServer } from '@plat/kit';
import { fixedClock } from '@plat/test-kit';
import { INTERNAL_SECRET } from './platform.fixture.ts';
import { startUpstream } from './upstream.fixture.ts';

/** Starts accounts and gateways over HTTP on one clock that the test moves; with Redis they share minute limits. */
export async function startAtClock(
  databaseUrl: string,
  iso: string,
  { gateways = 1, redisUrl }: { gateways?: number; redisUrl?: string } = {},
) {
  const clock = fixedClock(iso);
  const log = createLogger({ name: 'gateway', level: 'silent' });
  const upstream = startUpstream(INTERNAL_SECRET, clock);
  const settings = { PLAT_INTERNAL_SECRET: INTERNAL_SECRET, PLAT_LOG_LEVEL: 'silent' } as const;
  const accounts = await createAccountsDeps({ ...settings, DATABASE_URL: databaseUrl }, { clock, log });
  const accountsServer = startServer({ app: createAccountsApp(accounts.deps), port: 0, hostname: '127.0.0.1' });
  const services = ['geo', 'investors', 'analytics'] as const;
  const startGateway = () => {
    const gateway = createGatewayDeps(
      {
        port: 0,
        host: '',
        logLevel: 'silent',
        internalSecrets: INTERNAL_SECRET,
        graceMs: 0,
        redisUrl,
        maxOutgoingRequests: 256,
        services,
        requireHttps: false,
        trustedProxies: ['127.0.0.1'],
        serviceUrls: {
          accounts: accountsServer.url,
          ...Object.fromEntries(services.map((name) => [name, upstream.env[`PLAT_${name.toUpperCase()}_URL`]])),
        },
      },
      { clock, log, epochs: accounts.deps.epochs },
    );
    const door = startServer({ app: createGatewayApp(gateway.deps), port: 0, hostname: '127.0.0.1' });
    return {
      door,
      close: async () => {
        await door.stop(0);
        await gateway.close();
      },
    };
  };
  const started = Array.from({ length: gateways }, startGateway);
  return {
    clock,
    upstream,
    deps: accounts.deps,
    door: started[0]!.door,
    doors: started.map(({ door }) => door),
    close: async () => {
      await Promise.all(started.map(({ close }) => close()));
      await accountsServer.stop(0);
      await accounts.close();
      await upstream.close();
    },
  };
}
