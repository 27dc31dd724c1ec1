import { openReplicaReads, type Sql } from '@plat/db';
import type { Logger, Realm } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';
import { Gauge, type Registry } from 'prom-client';
import { openDatasets, type ReadDataset } from './serving-dataset.ts';

/** A replica that may be further behind is not read. */
export const DEFAULT_REPLICA_MAX_LAG_MS = 10_000;

/** Settings of a service that reads the dataset. */
export const MARKET_SETTINGS = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL that holds the market dataset; a read-only role is enough',
    examples: ['postgres://plat:secret@localhost:5432/plat'],
  }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'a replica that the dataset is read from while it answers and keeps up',
      examples: ['postgres://plat:secret@replica:5432/plat'],
    }),
  ),
  PLAT_REPLICA_MAX_LAG_MS: Type.Optional(
    Type.Integer({
      minimum: 100,
      description: `a replica that may be further behind is not read, in milliseconds; ${DEFAULT_REPLICA_MAX_LAG_MS} unless given`,
    }),
  ),
};

type MarketSettings = Static<ReturnType<typeof Type.Object<typeof MARKET_SETTINGS>>>;

/** The day that windows count back from. */
export const AS_OF_SETTING = {
  PLAT_AS_OF: Type.Optional(
    Type.String({
      format: 'calendar-day',
      description: 'UTC day that windows count back from; today unless given',
      examples: ['2026-01-31'],
    }),
  ),
};

export interface MarketReadsOptions {
  settings: MarketSettings;
  /** The primary's pool; stays open when the reads are closed. */
  sql: Sql;
  /** Shown in pg_stat_activity, for example `plat-geo`. */
  applicationName: string;
  /** Of every session with a replica, as those of `sql` have them. */
  sessionSettings?: Readonly<Record<string, string>>;
  log: Logger;
  registry: Registry;
}

export interface MarketReads {
  sql: Sql;
  /** Begins the reading of one request, which sees one version of one realm however many statements it takes. */
  beginRequest(realm: Realm): ReadDataset;
  close(): Promise<void>;
}

function openRealms(sql: Sql): MarketReads['beginRequest'] {
  const begin = { live: openDatasets(sql, 'live'), sample: openDatasets(sql, 'sample') };
  return (realm) => begin[realm]();
}

/**
 * Where a service reads the dataset: its own pool, or with `DATABASE_READ_URL` the replica while that may be read. What
 * is read back after a write must not come from here.
 */
export function openMarketReads(options: MarketReadsOptions): MarketReads {
  const { settings, sql, applicationName, sessionSettings, log, registry } = options;
  const { DATABASE_URL: primaryUrl, DATABASE_READ_URL: replicaUrl } = settings;
  const { PLAT_REPLICA_MAX_LAG_MS: maxLagMs = DEFAULT_REPLICA_MAX_LAG_MS } = settings;
  if (replicaUrl === undefined) return { sql, beginRequest: openRealms(sql), close: async () => {} };
  let repeats = 0;
  const reads = openReplicaReads({
    ...{ primary: sql, primaryUrl, replicaUrl, applicationName, sessionSettings, maxLagMs },
    onChange: (servedBy, err) => {
      if (servedBy === 'replica') log.info({ servedBy }, 'the dataset is read from the replica');
      else log.warn({ err, servedBy }, 'the dataset is read from the primary');
    },
    onRepeat: (err) => {
      repeats++;
      log.debug({ err }, 'a read that the replica could not answer is asked again on the primary');
    },
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value());
      },
    });
  gauge('plat_market_reads_on_replica', '1 while the dataset is read from the replica, 0 while from the primary', () =>
    reads.servedBy() === 'replica' ? 1 : 0,
  );
  gauge('plat_market_replica_lag_seconds', 'The replica is at most so far behind; not a number while unknown', () => {
    const lagMs = reads.lagMs();
    return lagMs === null ? Number.NaN : lagMs / 1_000;
  });
  gauge('plat_market_reads_repeated', 'Reads since the start that the replica could not answer', () => repeats);
  return { sql: reads.sql, beginRequest: openRealms(reads.sql), close: () => reads.close() };
}
