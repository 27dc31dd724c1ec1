import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperatorAccounts, openOperatorAccounts } from '@plat/accounts/deps';
import {
  createApiUser,
  createApiUserSubscription,
  createCompany,
  createKey,
  createPlan,
  setCompanyLimit,
} from '@plat/accounts/operator';
import { createMemoryKeyEpochs } from '@plat/limits';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@plat/test-kit';
import { killAll, type TestProcess, testProcess } from './process.fixture.ts';
import { startUpstream, type Upstream } from './upstream.fixture.ts';

export const OPERATOR = 'operator:test';
export const INTERNAL_SECRET = 'a secret of at least thirty-two bytes';
const SERVICES = join(import.meta.dir, '..', '..', '..', 'services');
const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');
export const SLOW_MS = 240_000;

export const hasRedis = Bun.which('redis-server') !== null;

/** A key with the headers that its callers must send. */
export interface Caller {
  keyId: string;
  companyId: string;
  headers: Record<string, string>;
}

export interface CallerTerms {
  monthly?: number;
  perMinute?: number;
}

/** Processes of the product over one real database, in one of the two setups. */
export interface Platform {
  database: TestDatabase;
  /** Where callers go: gateways, or the single process. */
  doors: readonly TestProcess[];
  /** Every process that may crash. */
  processes: readonly TestProcess[];
  redis: TestRedis | undefined;
  upstream: Upstream | undefined;
  operator: OperatorAccounts;
  /** Creates a subscriber key in its own company; `monthly` limits its analytics searches. */
  subscriber(terms: CallerTerms): Promise<Caller>;
  /** Creates an enterprise key with an end user whose plan has these limits. */
  enterprise(terms: CallerTerms, userId?: string): Promise<Caller>;
  /** Runs `plat` as an operator, in its own process. */
  plat(...words: string[]): Promise<{ exitCode: number; answer: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** Starts accounts and gateways over Redis, one process each, with fake data services. */
export async function startReplicas(
  gateways: number,
  options: { logLevel?: string; database?: TestDatabase } = {},
): Promise<Platform> {
  const database = options.database ?? (await testDatabase());
  const redis = (await testRedis())!;
  const upstream = startUpstream(INTERNAL_SECRET);
  const shared = {
    REDIS_URL: redis.url,
    PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
    PLAT_LOG_LEVEL: options.logLevel ?? 'error',
  };
  const accounts = testProcess({
    command: [join(SERVICES, 'accounts', 'src', 'index.ts')],
    env: { ...shared, DATABASE_URL: database.url },
  });
  const doors = Array.from({ length: gateways }, () =>
    testProcess({
      command: [join(SERVICES, 'gateway', 'src', 'index.ts')],
      env: {
        ...shared,
        ...upstream.env,
        PLAT_ACCOUNTS_URL: accounts.url,
        PLAT_REQUIRE_HTTPS: 'false',
        PLAT_TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  );
  return assemble({ database, redis, upstream, doors, processes: [accounts, ...doors] });
}

export interface StandaloneOptions {
  /** Processes over the same database. */
  hosts?: number;
  env?: Readonly<Record<string, string>>;
  /** A new one by default. */
  database?: TestDatabase;
}

/** Starts complete processes, one by default, with in-memory limits. */
export async function startStandalone({ hosts = 1, env = {}, ...given }: StandaloneOptions = {}): Promise<Platform> {
  const database = given.database ?? (await testDatabase());
  const homes = Array.from({ length: hosts }, () => mkdtempSync(join(tmpdir(), 'plat-proof-')));
  const doors = homes.map((home) =>
    testProcess({
      command: [MAIN, 'start', '--json', '--market', 'none', '--home', home],
      env: {
        DATABASE_URL: database.url,
        PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
        PLAT_LOG_LEVEL: 'error',
        PLAT_TRUSTED_PROXIES: '127.0.0.1',
        ...env,
      },
    }),
  );
  return assemble({ database, redis: undefined, upstream: undefined, doors, processes: doors }, homes);
}

type Parts = Pick<Platform, 'database' | 'redis' | 'upstream' | 'doors' | 'processes'>;

async function assemble(parts: Parts, homes = [mkdtempSync(join(tmpdir(), 'plat-proof-'))]): Promise<Platform> {
  const { database, redis, upstream, processes } = parts;
  // The schema first, so that all processes can start at once.
  const operator = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  await Promise.all(processes.map((one) => one.start()));
  let made = 0;
  return {
    ...parts,
    operator,
    subscriber: async ({ monthly, perMinute = 100_000 }) => {
      const { id, name } = await createCompany(operator, OPERATOR, {
        name: `company ${++made}`,
        subscription: 'active',
      });
      if (monthly !== undefined) {
        await setCompanyLimit(operator, OPERATOR, id, { endpoint: 'analytics_search', customLimit: monthly });
      }
      const { record, key } = await createKey(operator, OPERATOR, {
        kind: 'subscriber',
        name: `key ${made}`,
        companyName: name,
        rateLimit: perMinute,
      });
      return { keyId: record.id, companyId: id, headers: { 'x-api-key': key } };
    },
    enterprise: async ({ monthly = 1_000_000, perMinute = 100_000 }, userId = 'agent') => {
      const planId = `plan-${++made}`;
      await createPlan(operator, OPERATOR, planOf(planId, monthly));
      const { record, key } = await createKey(operator, OPERATOR, {
        kind: 'enterprise',
        name: `key ${made}`,
        companyName: `company ${made}`,
        rateLimit: perMinute,
        planIds: [planId],
      });
      await createApiUser(operator, OPERATOR, record.id, { user_id: userId, active: true });
      await createApiUserSubscription(operator, OPERATOR, record.id, { user_id: userId, plan_id: planId });
      return { keyId: record.id, companyId: record.companyId, headers: { 'x-api-key': key, 'x-user-id': userId } };
    },
    plat: async (...words) => {
      const child = Bun.spawn([process.execPath, MAIN, ...words, '--json'], {
        env: {
          PATH: process.env.PATH,
          TMPDIR: process.env.TMPDIR,
          PLAT_HOME: homes[0],
          DATABASE_URL: database.url,
          PLAT_LOG_LEVEL: 'error',
          REDIS_URL: redis?.url,
        },
        stdout: 'pipe',
        stderr: 'inherit',
      });
      const said = await new Response(child.stdout).text();
      return { exitCode: await child.exited, answer: JSON.parse(said) };
    },
    close: async () => {
      await killAll();
      await operator.close();
      await upstream?.close();
      await redis?.close();
      await database.close();
      for (const home of homes) rmSync(home, { recursive: true, force: true });
    },
  };
}

export const planOf = (planId: string, limit: number) => ({
  plan_id: planId,
  plan_name: planId,
  monthly_price_usd: 49,
  autocomplete_limit: limit,
  analytics_search_limit: limit,
  buyer_search_limit: limit,
  investor_comps_limit: limit,
  retail_comps_limit: limit,
  linked_deals_limit: limit,
});

/** Number of ledger events for calls of an owner or a key. */
export async function ledgerOf({ database }: Platform, { keyId }: Caller): Promise<number> {
  const [row] = await database.sql<{ events: number }[]>`
    select count(*)::int as events from accounts.usage_ledger where key_id = ${keyId}`;
  return row!.events;
}
