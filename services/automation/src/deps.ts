import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, migrate, type Sql } from '@plat/db';
import { createEgress, createEgressMetrics, createSigningSecret, type Egress, egressPolicy } from '@plat/egress';
import {
  type Clock,
  ConfigError,
  type Logger,
  type ReadinessChecks,
  type ServiceBasics,
  type SharedBasics,
  serviceBasics,
} from '@plat/kit';
import { createOpenIdProvider } from '@plat/openid';
import type { AutomationConfig } from './config.ts';
import type { Limiter } from './domain/limits.ts';
import type { IdTokens, SubscriptionStore, TriggerBounds, UserStore } from './domain/ports.ts';
import { createRunningTriggers, type RunningTriggers } from './domain/running-triggers.ts';

import { createOpenIdTokens } from './sources/open-id-tokens.ts';
import { createLimiter } from './store/limiter.ts';
import { createPostgresSubscriptionStore } from './store/postgres-subscription-store.ts';
import { createPostgresUserStore } from './store/postgres-user-store.ts';

export { createLocalIssuer, type LocalIssuer, MAX_LOCAL_LIFETIME_SECONDS } from './sources/local-issuer.ts';

/** Dependencies of the automation service. */
export interface AutomationDeps extends ServiceBasics {
  users: UserStore;
  subscriptions: SubscriptionStore;
  idTokens: IdTokens;
  /** True if everyone with a valid ID token becomes a user. */
  signUp: boolean;
  sender: Egress;
  bounds: TriggerBounds;
  running: RunningTriggers;
  limiter: Limiter;
  randomBytes(count: number): Uint8Array;
  createSigningSecret(): string;
  /** Id of one trigger; receivers recognize repeated calls by it. */
  newEventId(): string;
  readiness: ReadinessChecks;
}

export type AutomationOverrides = SharedBasics &
  Partial<Pick<AutomationDeps, 'idTokens' | 'sender' | 'bounds' | 'limiter'>>;

/** Bounds of a trigger (docs/rules/automation.md). */
const TRIGGER_BOUNDS: TriggerBounds = { timeoutMs: 10_000, totalMs: 25_000, parallel: 10, maxRunning: 15 };
/** Leaves capacity for the hanging receivers of many triggers. */
const MAX_CONCURRENT_CALLS = 512;
const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');

/** Opens the automation schema and migrates it. */
export async function openAutomationDatabase(databaseUrl: string): Promise<Sql> {
  const sql = connect(databaseUrl, { applicationName: 'plat-automation' });
  try {
    await migrate(sql, { schema: 'automation', folder: MIGRATIONS });
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/**
 * Connects and migrates. `close` releases everything except overrides.
 * @throws ConfigError without an OpenID provider, unless `idTokens` is given.
 */
export async function createAutomationDeps(
  config: AutomationConfig,
  overrides: AutomationOverrides = {},
): Promise<{ deps: AutomationDeps; close(): Promise<void> }> {
  const basics = serviceBasics('automation', config, overrides);
  const { clock, log, metrics } = basics;
  const idTokens = overrides.idTokens ?? openIdTokens(config, clock, log);
  const policy = egressPolicy(config);
  const { bounds = TRIGGER_BOUNDS } = overrides;
  const limits = createLimiter(config.REDIS_URL, overrides.clock, log, metrics);
  const sql = await openAutomationDatabase(config.DATABASE_URL);
  return {
    deps: {
      ...basics,
      users: createPostgresUserStore(sql),
      subscriptions: createPostgresSubscriptionStore(sql),
      idTokens,
      signUp: config.PLAT_AUTOMATION_SIGN_UP,
      sender:
        overrides.sender ??
        createEgress({ policy, log, clock, maxConcurrent: MAX_CONCURRENT_CALLS, ...createEgressMetrics(metrics) }),
      bounds,
      running: createRunningTriggers(bounds.maxRunning),
      limiter: overrides.limiter ?? limits.limiter,
      randomBytes,
      createSigningSecret,
      newEventId: () => `msg_${Bun.randomUUIDv7()}`,
      readiness: { database: () => sql`select 1` },
    },
    close: async () => {
      limits.close();
      await sql.end({ timeout: 5 });
    },
  };
}

function openIdTokens(config: AutomationConfig, clock: Clock, log: Logger): IdTokens {
  const { PLAT_OIDC_ISSUER: issuer, PLAT_OIDC_AUDIENCE: audience, PLAT_OIDC_ALGORITHMS: algorithms } = config;
  if (issuer === undefined || audience === undefined) {
    throw new ConfigError('The configuration has mistakes:\n  PLAT_OIDC_ISSUER and PLAT_OIDC_AUDIENCE: set both');
  }
  return createOpenIdTokens({ issuer, audience, algorithms, keys: createOpenIdProvider({ issuer }).keys, clock, log });
}
