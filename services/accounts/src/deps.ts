import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, migrate, type Sql } from '@plat/db';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  type InternalTokens,
  type Logger,
  type ReadinessChecks,
  systemClock,
} from '@plat/kit';
import { connectRedis, createMemoryKeyEpochs, createRedisKeyEpochs, type KeyEpochs } from '@plat/limits';
import type { AccountsConfig } from './config.ts';
import type { KeyStore } from './domain/ports.ts';
import { createPostgresKeyStore } from './store/postgres-key-store.ts';
import { createFedKeyEpochs } from './store/revocation-feed.ts';

export interface AccountsDeps {
  store: KeyStore;
  /** What to give a gateway of the same process: it follows revocations of every process on this database. */
  epochs: KeyEpochs;
  randomBytes(count: number): Uint8Array;
  tokens: InternalTokens;
  clock: Clock;
  log: Logger;
  readiness: ReadinessChecks;
}

export type AccountsOverrides = Partial<Pick<AccountsDeps, 'epochs' | 'randomBytes' | 'tokens' | 'clock' | 'log'>>;

const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');
const MAX_CONNECTIONS = 5;

/** Opens the key store alone, its schema brought up to date: all that the operator's key commands need. */
export async function openKeyStore(databaseUrl: string): Promise<{ sql: Sql; store: KeyStore }> {
  const sql = connect(databaseUrl, { applicationName: 'plat-accounts', maxConnections: MAX_CONNECTIONS });
  try {
    await migrate(sql, { schema: 'accounts', folder: MIGRATIONS });
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return { sql, store: createPostgresKeyStore(sql) };
}

/** Connects, migrates and starts following revocations. `close` gives everything back that was not an override. */
export async function createAccountsDeps(
  config: AccountsConfig,
  overrides: AccountsOverrides = {},
): Promise<{ deps: AccountsDeps; close(): Promise<void> }> {
  const log = overrides.log ?? createLogger({ name: 'accounts', level: config.PLAT_LOG_LEVEL });
  const clock = overrides.clock ?? systemClock;
  const { sql, store } = await openKeyStore(config.DATABASE_URL);
  const redis =
    config.REDIS_URL === undefined || overrides.epochs !== undefined
      ? undefined
      : connectRedis(config.REDIS_URL, (err) => log.warn({ err }, 'Redis connection error'));
  const ownEpochs = redis === undefined ? createMemoryKeyEpochs() : createRedisKeyEpochs({ redis });
  const epochs = await createFedKeyEpochs({
    databaseUrl: config.DATABASE_URL,
    epochs: overrides.epochs ?? ownEpochs,
    onStateChange: (state, err) =>
      state === 'lost' ? log.warn({ err }, 'revocations cannot be heard; keys are not cached') : log.debug('connected'),
  });
  return {
    deps: {
      store,
      epochs,
      randomBytes: overrides.randomBytes ?? randomBytes,
      tokens: overrides.tokens ?? createInternalTokens(config.PLAT_INTERNAL_SECRET, clock),
      clock,
      log,
      readiness: {
        database: () => sql`select 1`,
        ...(redis === undefined ? {} : { redis: () => redis.ping() }),
      },
    },
    close: async () => {
      await epochs.close();
      redis?.disconnect();
      await sql.end({ timeout: 5 });
    },
  };
}
