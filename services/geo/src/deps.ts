import { connect, type Sql } from '@plat/db';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceMetrics,
  type InternalTokens,
  internalSecrets,
  type Logger,
  type ServiceMetrics,
} from '@plat/kit';
import { openMarketReads } from '@plat/market';
import type { GeoConfig } from './config.ts';
import type { Gazetteer } from './domain/gazetteer.ts';
import type { AddressIndex, Geocoder } from './domain/ports.ts';
import { peliasGeocoder } from './sources/pelias-geocoder.ts';
import { followGazetteer } from './store/gazetteer-feed.ts';
import { postgresAddressIndex } from './store/postgres-address-index.ts';

export interface GeoDeps {
  log: Logger;
  tokens: InternalTokens;
  index: AddressIndex;
  gazetteer: () => Gazetteer;
  geocoder: Geocoder | null;
  /** Rejects while the service cannot answer. */
  checkReady(): Promise<void>;
  clock?: Clock;
  metrics: ServiceMetrics;
}

/** What geo is built from; a host process hands in what it shares. */
export interface GeoOverrides {
  sql?: Sql;
  log?: Logger;
  tokens?: InternalTokens;
  geocoder?: Geocoder | null;
  clock?: Clock;
}

/** Connects to the dataset and reads the dictionaries. `close` leaves alone what was handed in. */
export async function createGeoDeps(
  config: GeoConfig,
  overrides: GeoOverrides = {},
): Promise<{ deps: GeoDeps; close(): Promise<void> }> {
  const log = overrides.log ?? createLogger({ name: 'geo', level: config.PLAT_LOG_LEVEL });
  const tokens = overrides.tokens ?? createInternalTokens(internalSecrets(config), overrides.clock);
  const sql = overrides.sql ?? connect(config.DATABASE_URL, { applicationName: 'plat-geo' });
  const metrics = createServiceMetrics('geo');
  const market = openMarketReads({
    settings: config,
    sql,
    applicationName: 'plat-geo',
    log,
    registry: metrics.registry,
  });
  const feed = await followGazetteer(market.sql, {
    onError: (err) => log.error({ err }, 'the street and city dictionaries could not be read'),
  });
  const { PLAT_GEOCODER_URL: baseUrl, PLAT_GEOCODER_TIMEOUT_MS: timeoutMs } = config;
  const configured = baseUrl === undefined ? null : peliasGeocoder({ baseUrl, timeoutMs });
  const deps: GeoDeps = {
    log,
    tokens,
    index: postgresAddressIndex(market.sql),
    gazetteer: feed.current,
    geocoder: overrides.geocoder === undefined ? configured : overrides.geocoder,
    checkReady: async () => {
      if (!feed.isLoaded()) throw new Error('the street and city dictionaries have not been read');
      await market.sql`select 1`;
    },
    clock: overrides.clock,
    metrics,
  };
  return {
    deps,
    close: async () => {
      await feed.stop();
      await market.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
