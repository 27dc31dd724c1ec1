import { openReplicaReads, type ReadPool, readPoolOf, type Sql } from '@plat/db';
import type { Logger, Realm } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';
import { Gauge, type Registry } from 'prom-client';
import { openDatasets, type ReadDataset } from './serving-dataset.ts';

/** A replica with a larger lag is not read. */
export const DEFAULT_REPLICA_MAX_LAG_MS = 10_000;

/** Settings of a service that reads the dataset. */
export const MARKET_SETTINGS = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL with the market dataset; a read-only role is enough',
    examples: ['postgres://plat:secret@localhost:5432/plat'],
  }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'a replica to read the dataset from while it answers and its lag is within bounds',
      examples: ['postgres://plat:secret@replica:5432/plat'],
    }),
  ),
  PLAT_REPLICA_MAX_LAG_MS: Type.Optional(
    Type.Integer({
      minimum: 100,
      description: `maximum lag of a replica that is read, in milliseconds; ${DEFAULT_REPLICA_MAX_LAG_MS} by default`,
    }),
  ),
};

type MarketSettings = Static<ReturnType<typeof Type.Object<typeof MARKET_SETTINGS>>>;

/** The day that windows count back from. */
export const AS_OF_SETTING = {
  PLAT_AS_OF: Type.Optional(
    Type.String({
      format: 'calendar-day',
      description: 'UTC day that windows count back from; today by default',
      examples: ['2026-01-31'],
    }),
  ),
};

export interface MarketReadsOptions {
  settings: MarketSettings;
  /** The primary's pool; stays open when this closes. */
  sql: Sql;
  /** Shown in pg_stat_activity, for example `plat-geo`. */
  applicationName: string;
  /** Settings of every session on the replica, as for `sql`. */
  sessionSettings?: Readonly<Record<string, string>>;
  log: Logger;
  registry: Registry;
}

export interface MarketReads {
  pool: ReadPool;
  /** Starts reading for one request, which sees one version of one realm in all its statements. */
  beginRequest(realm: Realm): ReadDataset;
  close(): Promise<void>;
}

function openRealms(pool: ReadPool): MarketReads['beginRequest'] {
  const begin = { live: openDatasets(pool, 'live'), sample: openDatasets(pool, 'sample') };
  return (realm) => begin[realm]();
}

/**
 * Where a service reads the dataset: from its own pool, or from the replica of `DATABASE_READ_URL` while that is
 * usable. Never use it to read back a write.
 */
export function openMarketReads(options: MarketReadsOptions): MarketReads {
  const { settings, sql, applicationName, sessionSettings, log, registry } = options;
  const { DATABASE_URL: primaryUrl, DATABASE_READ_URL: replicaUrl } = settings;
  const { PLAT_REPLICA_MAX_LAG_MS: maxLagMs = DEFAULT_REPLICA_MAX_LAG_MS } = settings;
  if (replicaUrl === undefined) {
    const pool = readPoolOf(sql);
    return { pool, beginRequest: openRealms(pool), close: async () => {} };
  }
  let repeats = 0;
  const reads = openReplicaReads({
    primary: sql,
    primaryUrl,
    replicaUrl,
    applicationName,
    sessionSettings,
    maxLagMs,
    onChange: (servedBy, err) => {
      if (servedBy === 'replica') log.info({ servedBy }, 'reading the dataset from the replica');
      else log.warn({ err, servedBy }, 'reading the dataset from the primary');
    },
    onRepeat: (err) => {
      repeats++;
      log.debug({ err }, 'a read failed on the replica and was repeated on the primary');
    },
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('plat_market_reads_on_replica', '1 while the dataset is read from the replica, 0 while from the primary', () =>
    reads.servedBy() === 'replica' ? 1 : 0,
  );
  gauge('plat_market_replica_lag_seconds', 'Upper bound of the replication lag; NaN while unknown', () => {
    const lagMs = reads.lagMs();
    return lagMs === null ? Number.NaN : lagMs / 1_000;
  });
  gauge('plat_market_reads_repeated', 'Reads since start that the replica could not answer', () => repeats);
  return { pool: reads, beginRequest: openRealms(reads), close: () => reads.close() };
}
