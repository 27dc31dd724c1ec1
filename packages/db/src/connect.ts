import { type PoolState, showPool } from '@plat/telemetry';
import postgres from 'postgres';
import type { Sql } from './sql.ts';
import { watchStatements } from './watch-statements.ts';

export interface ConnectOptions {
  /** Shown in pg_stat_activity, for example `plat-investors`. */
  applicationName: string;
  maxConnections?: number;
  statementTimeoutMs?: number;
  /** Maximum wait for a lock; by default the statement timeout. */
  lockTimeoutMs?: number;
  /** Settings of every session, such as `plan_cache_mode`. */
  sessionSettings?: Readonly<Record<string, string>>;
}

/** Bounds the delay of statements after an outage, while few clients reconnect at a time. */
const MAX_RECONNECT_PAUSE_SECONDS = 1;

const DEFAULT_CONNECTIONS = 10;

/** Opens a lazy connection pool; metrics show it under its name. Close it with `sql.end({ timeout: 5 })`. */
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
