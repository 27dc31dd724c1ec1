import type { Dataset, RowsOf } from '../serving-dataset.ts';
import { ofEachRegion } from './of-each-region.ts';

export const citiesOfZipsStatement = (rowsOf: RowsOf, regions: readonly string[]): string => `
  select distinct on (zip) zip, city from (${ofEachRegion(
    regions,
    (region) => `
    select place_key as zip, split_part(label, ',', 1) as city, address_count from ${rowsOf('place', region)} place
    where place_key = any($1::text[]) and kind = 'zip' and position(',' in label) > 0`,
  )}) known
  order by zip, address_count desc`;

/** City in title case of each 5-digit ZIP code that has properties in the dataset; others are absent. */
export async function citiesOfZips(
  { ask, rowsOf, states }: Dataset,
  zips: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (zips.length === 0) return new Map();
  const rows = await ask<{ zip: string; city: string }>(citiesOfZipsStatement(rowsOf, states), [[...new Set(zips)]]);
  return new Map(rows.map(({ zip, city }) => [zip, city]));
}
