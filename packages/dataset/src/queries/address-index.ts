import { AppError } from '@plat/kit';
import type { Dataset, Parameter } from '../serving-dataset.ts';
import { DATASET_TABLES, type DatasetRow } from '../tables.ts';
import { ofEachRegion } from './of-each-region.ts';

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

/** At most `$2` addresses for each prefix of `$1`, over all regions and in key order. */
const byPrefixesSql = ({ rowsOf, states }: Dataset, condition: string): string => `
  select ${COLUMNS} from (
    select *, row_number() over (partition by at order by address_key using ~<~, property_id) as place from (
      ${ofEachRegion(
        states,
        (region) => `
      select typed.at, begun.* from unnest($1::text[]) with ordinality as typed (prefix, at) cross join lateral (
        select ${COLUMNS} from ${rowsOf('address', region)} address
        where address_key ~>=~ prefix and address_key ~<~ (prefix || '${AFTER_KEYS}') ${condition}
        order by address_key using ~<~ limit $2) as begun`,
      )}) begun) placed
  where place <= $2 order by at, place`;

/**
 * The address index of a version. Prefixes are compared with the operators of `text_pattern_ops`, because `like` with
 * a bound parameter cannot use that index.
 * @param current the version to read; null while it is not known, such as after a start.
 * @throws AppError SERVICE_UNAVAILABLE while it is not known.
 */
export function addressIndex(current: () => Dataset | null): AddressIndex {
  const ask = async (textOf: (dataset: Dataset) => string, parameters: Parameter[]): Promise<AddressRow[]> => {
    const dataset = current();
    if (dataset === null) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The addresses are not loaded yet; try again', {
        headers: { 'retry-after': '1' },
      });
    }
    return dataset.ask<AddressRow>(textOf(dataset), parameters);
  };
  const select =
    (regions: readonly string[] | null, where: string, end: string) =>
    ({ rowsOf, states }: Dataset): string => {
      const ofRegion = (region: readonly string[]) =>
        `select ${COLUMNS} from ${rowsOf('address', region)} address where ${where} ${end}`;
      const asked = regions ?? states;
      return asked.length < 2 ? ofRegion(asked) : `${ofEachRegion(asked, ofRegion)} ${end}`;
    };
  return {
    byPrefixes: (prefixes, limitEach, patterns = []) =>
      ask(
        (dataset) => byPrefixesSql(dataset, patterns.length === 0 ? '' : 'and address_key like any($3::text[])'),
        [[...prefixes], limitEach, ...(patterns.length === 0 ? [] : [[...patterns]])],
      ),
    byKeys: (keys, regions) =>
      ask(select(regions, 'address_key = any($1::text[])', 'order by property_id limit 100'), [[...keys]]),
    byHouse: (streetKeys, houseNumber, regions, limit) =>
      ask(
        select(
          regions,
          'street_key = any($1::text[]) and house_number = $2',
          'order by address_key, property_id limit $3',
        ),
        [[...streetKeys], houseNumber, limit],
      ),
    onStreet: ({ region, streetKey, cityKey, zip }, limit) =>
      ask(
        select(
          [region],
          `street_key = $1 and ($2::text is null or zip = $2)
           and ($3::text is null or replace(upper(city), '''', '') = replace($3, '''', ''))`,
          'order by house_number, address_key limit $4',
        ),
        [streetKey, zip, zip === null ? cityKey : null, limit],
      ),
  };
}
