import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, migrate, type Sql } from '@plat/db';
import {
  type Clock,
  type ReadinessChecks,
  type ServiceBasics,
  type SharedBasics,
  serviceBasics,
  systemClock,
} from '@plat/kit';
import { connectRedis, createMemoryKeyEpochs, createRedisKeyEpochs, type KeyEpochs } from '@plat/limits';
import type { AccountsConfig } from './config.ts';
import type { UsageStore } from './domain/usage/ports.ts';
import type { UsageReader } from './domain/users/ports.ts';
import { createChanges } from './store/changes.ts';
import { createKeyEpochListener } from './store/key-epoch-listener.ts';
import { createPostgresUsageReader } from './store/postgres-usage-reader.ts';
import { type AccountStores, createAccountStores } from './store/stores.ts';
import { createLedgerMetrics } from './store/usage/ledger-metrics.ts';
import { openUsageLedger, sweepLapsedHolds } from './store/usage/open-usage-ledger.ts';
import { verifyRegularly } from './store/usage/verify-regularly.ts';

export interface AccountsDeps extends ServiceBasics, AccountStores {
  usage: UsageReader;
  ledger: UsageStore;
  /** Key epochs for a gateway in the same process; they follow changes by every process on this database. */
  epochs: KeyEpochs;
  randomBytes(count: number): Uint8Array;
  readiness: ReadinessChecks;
}

export type AccountsOverrides = SharedBasics & Partial<Pick<AccountsDeps, 'epochs' | 'randomBytes'>>;

const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');
const MAX_CONNECTIONS = 10;
/** A locked row must not exhaust the connections that key verification needs. */
const LOCK_TIMEOUT_MS = 3_000;

/** Opens the accounts schema and migrates it. */
export async function openAccountsDatabase(databaseUrl: string): Promise<Sql> {
  const sql = connect(databaseUrl, {
    applicationName: 'plat-accounts',
    maxConnections: MAX_CONNECTIONS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  try {
    await migrate(sql, { schema: 'accounts', folder: MIGRATIONS });
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Stores for operator commands. Each change returns after all running processes confirmed it. */
export interface OperatorAccounts extends AccountStores {
  sql: Sql;
  usage: UsageReader;
  ledger: UsageStore;
  clock: Clock;
  randomBytes(count: number): Uint8Array;
  /** False once a running process or Redis did not confirm a change in time. */
  areChangesConfirmed(): boolean;
  close(): Promise<void>;
}

/** @param epochs those of Redis if configured, so that gateways learn of changes without a running accounts service. */
export async function openOperatorAccounts(
  databaseUrl: string,
  epochs: Pick<KeyEpochs, 'advance'>,
): Promise<OperatorAccounts> {
  const sql = await openAccountsDatabase(databaseUrl);
  let confirmed = true;
  const unconfirmed = () => {
    confirmed = false;
  };
  const changes = createChanges({
    sql,
    epochs,
    confirm: true,
    onUnconfirmed: unconfirmed,
    onEpochsUnavailable: unconfirmed,
  });
  // Verifying or rebuilding takes unlimited time.
  const usage = openUsageLedger(databaseUrl, { statementTimeoutMs: 0 });
  return {
    ...createAccountStores(sql, changes),
    sql,
    usage: createPostgresUsageReader(sql, systemClock),
    ledger: usage.ledger,
    clock: systemClock,
    randomBytes,
    areChangesConfirmed: () => confirmed,
    close: async () => {
      await usage.close();
      await sql.end({ timeout: 5 });
    },
  };
}

/** Connects, migrates and starts following changes. `close` releases everything except overrides. */
export async function createAccountsDeps(
  config: AccountsConfig,
  overrides: AccountsOverrides = {},
): Promise<{ deps: AccountsDeps; close(): Promise<void> }> {
  const basics = serviceBasics('accounts', config, overrides);
  const { clock, log, metrics } = basics;
  const sql = await openAccountsDatabase(config.DATABASE_URL);
  const redis =
    config.REDIS_URL === undefined || overrides.epochs !== undefined
      ? undefined
      : connectRedis(config.REDIS_URL, (err) => log.warn({ err }, 'Redis connection error'));
  const ownEpochs = redis === undefined ? createMemoryKeyEpochs() : createRedisKeyEpochs({ redis });
  const onEpochsUnavailable = (err: unknown) =>
    log.error({ err }, 'committed a key change but could not notify gateways; retrying');
  const epochs = await createKeyEpochListener({
    databaseUrl: config.DATABASE_URL,
    epochs: overrides.epochs ?? ownEpochs,
    onEpochsUnavailable,
    onStateChange: (state, err) =>
      state === 'lost' ? log.warn({ err }, 'cannot receive key changes; not caching keys') : log.debug('connected'),
  });
  const { showQueue } = metrics;
  const usage = openUsageLedger(config.DATABASE_URL, { showQueue });
  const ledgerMetrics = createLedgerMetrics(metrics.registry);
  const stopSweeping = sweepLapsedHolds(usage.ledger, {
    nowMs: () => clock.nowMs(),
    onDropped: (count) => {
      ledgerMetrics.onLapsed(count);
      log.info({ count }, 'holds on monthly allowances expired');
    },
    onFailed: (err) => {
      ledgerMetrics.onSweepFailed();
      log.warn({ err }, 'could not drop expired holds; retrying');
    },
  });
  const stopVerifying = verifyRegularly(config.DATABASE_URL, {
    onVerified: (verification) => {
      ledgerMetrics.onVerified(verification, clock.nowMs());
      const { differences, countedButOpen } = verification;
      if (differences.length + countedButOpen.length > 0) {
        log.error(
          { differences: differences.length, countedButOpen: countedButOpen.length },
          'usage counters differ from the ledger',
        );
      }
    },
    onFailed: (err) => {
      ledgerMetrics.onVerifyFailed();
      log.warn({ err }, 'could not compare the counters with the ledger; retrying tomorrow');
    },
  });
  return {
    deps: {
      ...basics,
      ...createAccountStores(sql, createChanges({ sql, epochs, onEpochsUnavailable })),
      usage: createPostgresUsageReader(sql, clock),
      ledger: usage.ledger,
      epochs,
      randomBytes: overrides.randomBytes ?? randomBytes,
      // Redis is not part of readiness: without it nothing is cached and limits are per replica, which beats an
      // outage.
      readiness: { database: () => sql`select 1` },
    },
    close: async () => {
      stopSweeping();
      await stopVerifying();
      await epochs.close();
      redis?.disconnect();
      await usage.close();
      await sql.end({ timeout: 5 });
    },
  };
}
