import type { Sql } from '@plat/db';

/**
 * ZIP codes of a city's properties, from the dictionary of its state's streets.
 * @param cityKey upper case, as `cityKey` writes it.
 */
export async function zipsOfCity(sql: Sql, region: string, cityKey: string): Promise<string[]> {
  const rows = await sql<{ zip: string }[]>`
    select distinct zip from market.street where region = ${region} and city_key = ${cityKey} and zip is not null`;
  return rows.map(({ zip }) => zip);
}
