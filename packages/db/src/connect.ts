import { type PoolState, showPool } from '@plat/telemetry';
import postgres from 'postgres';
import { watchStatements } from './watch-statements.ts';

/** postgres.js with Plat's types: dates stay `YYYY-MM-DD` strings, bigints are numbers (all of ours are below 2^53). */
export type Sql = postgres.Sql<{ bigint: number; date: string }>;

/** Inside `sql.begin`. */
export type Transaction = postgres.TransactionSql<{ bigint: number; date: string }>;

export interface ConnectOptions {
  /** Shown in pg_stat_activity, for example `plat-investors`. */
  applicationName: string;
  maxConnections?: number;
  statementTimeoutMs?: number;
  /** How long a statement waits for a lock that somebody else holds; as long as the statement may run unless given. */
  lockTimeoutMs?: number;
  /** Of every session, such as `plan_cache_mode`. */
  sessionSettings?: Readonly<Record<string, string>>;
}

/** Statements wait for the next attempt to connect: a server that is back must be found soon, by few at a time. */
const MAX_RECONNECT_PAUSE_SECONDS = 1;

const DEFAULT_CONNECTIONS = 10;

/** Opens a lazy connection pool, which metrics show under its name. Close it with `sql.end({ timeout: 5 })`. */
export function connect(databaseUrl: string, options: ConnectOptions): Sql {
  const { applicationName: name, maxConnections: connections = DEFAULT_CONNECTIONS } = options;
  const pool: PoolState = { name, connections, busy: 0 };
  const sql = postgres(databaseUrl, {
    max: connections,
    idle_timeout: 60,
    connect_timeout: 10,
    backoff: (attempts: number) =>
      (0.5 + Math.random() / 2) * Math.min(3 ** attempts / 100, MAX_RECONNECT_PAUSE_SECONDS),
    onnotice: () => {},
    connection: {
      application_name: name,
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      ...(options.lockTimeoutMs === undefined ? {} : { lock_timeout: options.lockTimeoutMs }),
      ...options.sessionSettings,
    },
    types: {
      bigint: {
        to: 20,
        from: [20],
        parse: (text: string) => Number(text),
        serialize: (value: number) => String(value),
      },
      date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (value: string) => value },
    },
  }) as Sql;
  const hide = showPool(pool);
  const { end } = sql;
  return watchStatements(
    Object.assign(sql, { end: (...given: Parameters<Sql['end']>) => end(...given).finally(hide) }),
    pool,
  );
}
