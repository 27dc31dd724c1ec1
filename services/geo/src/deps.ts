import { addressIndex, openMarketReads } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type Realm, type ServiceBasics, type SharedBasics, serviceBasics } from '@plat/kit';
import type { GeoConfig } from './config.ts';
import type { Gazetteer } from './domain/gazetteer.ts';
import type { AddressIndex, Geocoder } from './domain/ports.ts';
import { peliasGeocoder } from './sources/pelias-geocoder.ts';
import { followGazetteer } from './store/gazetteer-feed.ts';

/** Address data of one realm. */
export interface Places {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
  /** Null for the sample market, whose places are invented. */
  geocoder: Geocoder | null;
}

export interface GeoDeps extends ServiceBasics {
  places(realm: Realm): Places;
  /** Rejects while the service cannot answer. */
  checkReady(): Promise<void>;
}

/** Dependencies that a host process may share with geo. */
export interface GeoOverrides extends SharedBasics {
  sql?: Sql;
  geocoder?: Geocoder | null;
}

const APPLICATION_NAME = 'plat-geo';
const UNDEFINED_TABLE = '42P01';
/**
 * Connection option: query plans of the address index do not depend on values, and planning takes four times as long
 * as the lookup.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/** Connects to the dataset and loads the dictionaries. `close` leaves overrides open. */
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
    followGazetteer(market.pool, realm, {
      onError: (err) => {
        // A database not yet migrated to this release has no sample realm.
        const isExpected = realm === 'sample' && (err as { code?: string } | null)?.code === UNDEFINED_TABLE;
        log[isExpected ? 'debug' : 'error']({ err, realm }, 'could not read the street and city dictionaries');
      },
    });
  const [live, sample] = await Promise.all([follow('live'), follow('sample')]);
  const { PLAT_GEOCODER_URL: baseUrl, PLAT_GEOCODER_TIMEOUT_MS: timeoutMs } = config;
  const configured = baseUrl === undefined ? null : peliasGeocoder({ baseUrl, timeoutMs });
  const geocoder = overrides.geocoder === undefined ? configured : overrides.geocoder;
  const places: Record<Realm, Places> = {
    live: { index: addressIndex(live.dataset), gazetteer: live.current, geocoder },
    sample: { index: addressIndex(sample.dataset), gazetteer: sample.current, geocoder: null },
  };
  const deps: GeoDeps = {
    ...basics,
    places: (realm) => places[realm],
    checkReady: async () => {
      if (!live.isLoaded()) throw new Error('the street and city dictionaries are not loaded yet');
      await market.pool.read((sql) => sql`select 1`);
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
