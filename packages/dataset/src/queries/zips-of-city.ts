import type { Dataset } from '../serving-dataset.ts';

/**
 * ZIP codes of a city's properties, from the street dictionary of its state.
 * @param cityKey upper case, as written by `cityKey`.
 */
export async function zipsOfCity({ ask, rowsOf }: Dataset, region: string, cityKey: string): Promise<string[]> {
  const rows = await ask<{ zip: string }>(
    `select distinct zip from ${rowsOf('street', [region])} street where city_key = $1 and zip is not null`,
    [cityKey],
  );
  return rows.map(({ zip }) => zip);
}
