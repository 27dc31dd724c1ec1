import type { Dataset } from '../serving-dataset.ts';

/**
 * ZIP codes of a city's properties, from the dictionary of its state's streets.
 * @param cityKey upper case, as `cityKey` writes it.
 */
export async function zipsOfCity({ ask, rowsOf }: Dataset, region: string, cityKey: string): Promise<string[]> {
  const rows = await ask<{ zip: string }>(
    `select distinct zip from ${rowsOf('street', [region])} street where city_key = $1 and zip is not null`,
    [cityKey],
  );
  return rows.map(({ zip }) => zip);
}
