import { openMarketReads } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type Realm, type ServiceBasics, type SharedBasics, serviceBasics } from '@plat/kit';
import type { GeoConfig } from './config.ts';
import type { Gazetteer } from './domain/gazetteer.ts';
import type { AddressIndex, Geocoder } from './domain/ports.ts';
import { peliasGeocoder } from './sources/pelias-geocoder.ts';
import { followGazetteer } from './store/gazetteer-feed.ts';
import { postgresAddressIndex } from './store/postgres-address-index.ts';

/** What addresses of one realm are looked up in. */
export interface Places {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
  /** Null for the sample, whose places are invented. */
  geocoder: Geocoder | null;
}

export interface GeoDeps extends ServiceBasics {
  places(realm: Realm): Places;
  /** Rejects while the service cannot answer. */
  checkReady(): Promise<void>;
}

/** What geo is built from; a host process hands in what it shares. */
export interface GeoOverrides extends SharedBasics {
  sql?: Sql;
  geocoder?: Geocoder | null;
}

const APPLICATION_NAME = 'plat-geo';
const UNDEFINED_TABLE = '42P01';
/**
 * Of every connection: the plans of the address index depend on no value, and planning a look-up anew takes four times as
 * long as the look-up.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/** Connects to the dataset and reads the dictionaries. `close` leaves alone what was handed in. */
export async function createGeoDeps(
  config: GeoConfig,
  overrides: GeoOverrides = {},
): Promise<{ deps: GeoDeps; close(): Promise<void> }> {
  const basics = serviceBasics('geo', config, overrides);
  const { log, metrics } = basics;
  const sql =
    overrides.sql ?? connect(config.DATABASE_URL, { applicationName: APPLICATION_NAME, sessionSettings: PLANNED_ONCE });
  const market = openMarketReads({
    settings: config,
    sql,
    applicationName: APPLICATION_NAME,
    sessionSettings: PLANNED_ONCE,
    log,
    registry: metrics.registry,
  });
  const follow = (realm: Realm) =>
    followGazetteer(market.sql, realm, {
      onError: (err) => {
        // A database that no later release has migrated has no sample realm yet.
        const isExpected = realm === 'sample' && (err as { code?: string } | null)?.code === UNDEFINED_TABLE;
        log[isExpected ? 'debug' : 'error']({ err, realm }, 'the street and city dictionaries could not be read');
      },
    });
  const [live, sample] = await Promise.all([follow('live'), follow('sample')]);
  const { PLAT_GEOCODER_URL: baseUrl, PLAT_GEOCODER_TIMEOUT_MS: timeoutMs } = config;
  const configured = baseUrl === undefined ? null : peliasGeocoder({ baseUrl, timeoutMs });
  const geocoder = overrides.geocoder === undefined ? configured : overrides.geocoder;
  const places: Record<Realm, Places> = {
    live: { index: postgresAddressIndex(market.sql, 'live'), gazetteer: live.current, geocoder },
    sample: { index: postgresAddressIndex(market.sql, 'sample'), gazetteer: sample.current, geocoder: null },
  };
  const deps: GeoDeps = {
    ...basics,
    places: (realm) => places[realm],
    checkReady: async () => {
      if (!live.isLoaded()) throw new Error('the street and city dictionaries have not been read');
      await market.sql`select 1`;
    },
  };
  return {
    deps,
    close: async () => {
      await Promise.all([live.stop(), sample.stop()]);
      await market.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
