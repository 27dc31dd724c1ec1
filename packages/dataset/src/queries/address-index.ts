import type { ReadPool } from '@plat/db';
import type { Realm } from '@plat/kit';
import { marketSchema } from '../realm.ts';
import { DATASET_TABLES, type DatasetRow } from '../tables.ts';
import { regionLiterals } from './region-literals.ts';

type AddressRow = DatasetRow<'address'>;

export interface StreetOfPlace {
  region: string;
  streetKey: string;
  /** Upper case. */
  cityKey: string | null;
  zip: string | null;
}

/** Looks up addresses of the dataset by their indexed keys. `regions` null means all regions. */
export interface AddressIndex {
  /**
   * Addresses whose key starts with a prefix, at most `limitEach` per prefix in key order; an address may occur
   * under two prefixes. With `patterns`, the key must also be LIKE one of them. One statement.
   */
  byPrefixes(prefixes: readonly string[], limitEach: number, patterns?: readonly string[]): Promise<AddressRow[]>;
  /** Addresses with one of these keys. */
  byKeys(keys: readonly string[], regions: readonly string[] | null): Promise<AddressRow[]>;
  /** Addresses with this house number on one of these streets, including units. */
  byHouse(
    streetKeys: readonly string[],
    houseNumber: string,
    regions: readonly string[] | null,
    limit: number,
  ): Promise<AddressRow[]>;
  /** Some addresses of a street. A city in upper case or a ZIP restricts them, unless null. */
  onStreet(street: StreetOfPlace, limit: number): Promise<AddressRow[]>;
}

const COLUMNS = Object.keys(DATASET_TABLES.address.columns).join(', ');
/** Sorts after every character of a key. */
const AFTER_KEYS = '~';

const inRegions = (regions: readonly string[] | null): string =>
  regions === null ? '' : `and region in (${regionLiterals(regions)})`;

/**
 * The address index of a realm. Prefixes are compared with the operators of `text_pattern_ops`, because `like` with
 * a bound parameter cannot use that index.
 */
export function addressIndex(pool: ReadPool, realm: Realm): AddressIndex {
  const table = `${marketSchema(realm)}.address`;
  const select = (where: string, parameters: (string | number | string[] | null)[]) =>
    pool.read<AddressRow[]>((sql) =>
      sql.unsafe<AddressRow[]>(`select ${COLUMNS} from ${table} where ${where}`, parameters, { prepare: true }),
    );
  return {
    byPrefixes: (prefixes, limitEach, patterns = []) =>
      pool.read<AddressRow[]>((sql) =>
        sql.unsafe<AddressRow[]>(
          `select begun.* from unnest($1::text[]) as typed(prefix) cross join lateral (
           select ${COLUMNS} from ${table}
           where address_key ~>=~ prefix and address_key ~<~ (prefix || '${AFTER_KEYS}') ${patterns.length === 0 ? '' : 'and address_key like any($3::text[])'}
           order by address_key using ~<~ limit $2) as begun`,
          [[...prefixes], limitEach, ...(patterns.length === 0 ? [] : [[...patterns]])],
          { prepare: true },
        ),
      ),
    byKeys: (keys, regions) =>
      select(`address_key = any($1::text[]) ${inRegions(regions)} order by property_id limit 100`, [[...keys]]),
    byHouse: (streetKeys, houseNumber, regions, limit) =>
      select(
        `street_key = any($1::text[]) and house_number = $2 ${inRegions(regions)} order by address_key, property_id limit $3`,
        [[...streetKeys], houseNumber, limit],
      ),
    onStreet: ({ region, streetKey, cityKey, zip }, limit) =>
      select(
        `street_key = $1 ${inRegions([region])} and ($2::text is null or zip = $2) and ($3::text is null or replace(upper(city), '''', '') = replace($3, '''', ''))
         order by house_number, address_key limit $4`,
        [streetKey, zip, zip === null ? cityKey : null, limit],
      ),
  };
}
