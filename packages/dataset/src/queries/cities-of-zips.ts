import type { Dataset, RowsOf } from '../serving-dataset.ts';

export const citiesOfZipsStatement = (rowsOf: RowsOf): string => `
  select distinct on (place_key) place_key as zip, split_part(label, ',', 1) as city
  from ${rowsOf('place', null)} place where place_key = any($1::text[]) and kind = 'zip' and position(',' in label) > 0
  order by place_key, address_count desc`;

/** City in title case of each 5-digit ZIP code that has properties in the dataset; others are absent. */
export async function citiesOfZips(
  { ask, rowsOf }: Dataset,
  zips: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (zips.length === 0) return new Map();
  const rows = await ask<{ zip: string; city: string }>(citiesOfZipsStatement(rowsOf), [[...new Set(zips)]]);
  return new Map(rows.map(({ zip, city }) => [zip, city]));
}
