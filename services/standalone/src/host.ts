import { createAccountsApp } from '@plat/accounts';
import { type AccountsDeps, createAccountsDeps } from '@plat/accounts/deps';
import { createAnalyticsApp } from '@plat/analytics';
import { createAnalyticsDeps } from '@plat/analytics/deps';
import { createAutomationApp } from '@plat/automation';
import { createAutomationDeps } from '@plat/automation/deps';
import { CONSOLE_PATHS, createConsoleApp } from '@plat/console';
import type { ConsoleDeps } from '@plat/console/deps';
import { connect, type Sql } from '@plat/db';
import { type Egress, egressPolicy } from '@plat/egress';
import { createGatewayApp } from '@plat/gateway';
import { DATA_SERVICES, type GatewayConfig } from '@plat/gateway/config';
import { createGatewayDeps, withRequestLog } from '@plat/gateway/deps';
import { createGeoApp } from '@plat/geo';
import { createGeoDeps } from '@plat/geo/deps';
import { createInvestorsApp } from '@plat/investors';
import { createInvestorsDeps } from '@plat/investors/deps';
import {
  createInternalTokens,
  createLogger,
  createServiceClient,
  hostTableTransport,
  type InternalSecrets,
  internalHost,
  internalSecrets,
  type RunningServer,
  systemClock,
} from '@plat/kit';
import { createValuationApp } from '@plat/valuation';
import { createValuationDeps } from '@plat/valuation/deps';
import type { Elysia } from 'elysia';
import { deriveSecret } from './derive-secret.ts';
import type { HostEnvironment } from './environment.ts';
import { localIssuer } from './local-issuer.ts';
import { openConsole } from './open-console.ts';
import type { OperationsHost } from './operations/index.ts';

export interface HostOptions {
  databaseUrl: string;
  internalSecret: string;
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf(): string;
  /** Without REDIS_URL, limits and key epochs live in this process. */
  environment: HostEnvironment;
  /** The key that the documentation shows; null without one. */
  demoKey?(): string | null;
  /** Path of the home with the facts of the records; absent in a host without one. */
  home?: string | null;
  /** Checks the installation for the console. */
  doctor?: OperationsHost['doctor'];
  /** Sends webhooks of searches and deals; configured by the environment by default. */
  egress?: Egress;
  /** Receives the log lines of all services; stderr by default. */
  logTo?: Parameters<typeof createLogger>[0]['destination'];
}

/** All services in one process; they call each other in memory instead of over a network. */
export interface Host {
  /** The gateway: the only app that callers reach. */
  app: Elysia;
  accounts: AccountsDeps;
  /** Makes sign-in links. */
  people: ConsoleDeps['people'];
  /** Connections for the host's own dataset queries. */
  sql: Sql;
  close(): Promise<void>;
}

const UNUSED_IN_PROCESS = 'http://unused.internal';

/** Builds every service over one database. If one cannot start, closes the others. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { databaseUrl, internalSecret, asOf, environment, egress } = options;
  const { PLAT_LOG_LEVEL: logLevel, REDIS_URL: redisUrl } = environment;
  const closers: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  const handlers = new Map<string, (request: Request) => Promise<Response>>();
  const transport = hostTableTransport(handlers);
  const secrets = internalSecrets({ ...environment, PLAT_INTERNAL_SECRET: internalSecret });
  const tokens = createInternalTokens(secrets);
  const client = createServiceClient({ transport, tokens });
  const logFor = (name: string) => createLogger({ name, level: logLevel, destination: options.logTo });
  const service = { PLAT_PORT: 0, PLAT_HOST: '', PLAT_GRACE_MS: 0, PLAT_LOG_LEVEL: logLevel };
  const shared = {
    ...service,
    PLAT_INTERNAL_SECRET: internalSecret,
    // One process reads from one database; only separate services read replicas.
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: undefined,
  };
  try {
    const sql = connect(databaseUrl, { applicationName: 'plat-standalone' });
    closers.push(() => sql.end({ timeout: 5 }));

    const accounts = await createAccountsDeps({ ...shared, REDIS_URL: redisUrl }, { tokens, log: logFor('accounts') });
    closers.push(accounts.close);
    const geo = await createGeoDeps({ ...environment, ...shared }, { tokens, log: logFor('geo') });
    closers.push(geo.close);
    const investors = await createInvestorsDeps(
      { ...environment, ...shared, PLAT_GEO_URL: UNUSED_IN_PROCESS, PLAT_ACCOUNTS_URL: UNUSED_IN_PROCESS },
      { sql, client, tokens, asOf, egress, log: logFor('investors') },
    );
    closers.push(investors.close);
    const valuation = createValuationDeps(
      { ...shared, PLAT_GEO_URL: UNUSED_IN_PROCESS },
      { sql, client, tokens, asOf, log: logFor('valuation') },
    );
    closers.push(valuation.close);
    const analytics = createAnalyticsDeps(
      {
        ...shared,
        PLAT_OBFUSCATION_SECRET: environment.PLAT_OBFUSCATION_SECRET ?? deriveSecret(internalSecret, 'obfuscation'),
      },
      { sql, tokens, asOf, log: logFor('analytics') },
    );
    closers.push(analytics.close);
    // Without an OpenID provider, the installation issues tokens itself through `plat token --uid`.
    const issuer = localIssuer(internalSecret, environment);
    const automationLog = logFor('automation');
    const automation = await createAutomationDeps(
      { ...environment, ...shared, ...(issuer === null ? {} : { PLAT_AUTOMATION_SIGN_UP: true }) },
      { tokens, log: automationLog, idTokens: issuer?.idTokens({ clock: systemClock, log: automationLog }) },
    );
    closers.push(automation.close);
    const requireHttps = environment.PLAT_REQUIRE_HTTPS || environment.PLAT_TLS_CERT_FILE !== undefined;
    const console = await openConsole(options, {
      config: { ...environment, ...shared, PLAT_REQUIRE_HTTPS: requireHttps },
      accounts: accounts.deps,
      sql,
      basics: { tokens, log: logFor('console') },
    });
    closers.push(console.close);
    const gateway = openGateway(gatewayConfig(environment, secrets, requireHttps), {
      tokens,
      transport,
      log: logFor('gateway'),
      demoKey: options.demoKey,
      hasSessions: true,
      metricsBeside: [accounts, geo, investors, valuation, analytics, automation, console].map(
        ({ deps }) => deps.metrics,
      ),
      // Without Redis, the accounts service tells the gateway about key changes of other processes.
      ...(redisUrl === undefined ? { epochs: accounts.deps.epochs } : {}),
    });
    closers.push(gateway.close);

    const apps = {
      accounts: createAccountsApp(accounts.deps),
      geo: createGeoApp(geo.deps),
      investors: createInvestorsApp(investors.deps),
      valuation: createValuationApp(valuation.deps),
      analytics: createAnalyticsApp(analytics.deps),
      automation: createAutomationApp(automation.deps),
      console: createConsoleApp(console.deps),
    };
    for (const [name, app] of Object.entries(apps)) {
      handlers.set(internalHost(name as keyof typeof apps), async (request) => app.handle(request));
    }
    await investors.beginWork();
    const app = createGatewayApp(gateway.deps);
    for (const path of CONSOLE_PATHS) app.all(path, ({ request }) => apps.console.handle(request), { parse: 'none' });
    return { app, accounts: accounts.deps, people: console.deps.people, sql, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const openGateway: typeof createGatewayDeps = (config, overrides) =>
  withRequestLog(createGatewayDeps(config, overrides));

const gatewayConfig = (
  environment: HostEnvironment,
  secrets: InternalSecrets,
  requireHttps: boolean,
): GatewayConfig => ({
  port: 0,
  host: '',
  logLevel: environment.PLAT_LOG_LEVEL,
  internalSecrets: secrets,
  graceMs: 0,
  services: DATA_SERVICES,
  serviceUrls: {},
  redisUrl: environment.REDIS_URL,
  maxOutgoingRequests: 0,
  requireHttps,
  trustedProxies: environment.PLAT_TRUSTED_PROXIES,
  automationHost: environment.PLAT_AUTOMATION_HOST,
  checkSettings: egressPolicy(environment),
});

/** Finishes in-flight requests, then closes the services. */
export async function stopHost(host: Host, server: RunningServer, graceMs: number): Promise<void> {
  await server.stop(graceMs);
  await host.close();
}
