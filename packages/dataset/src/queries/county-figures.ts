import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { contentKey, keptVersions, restoredVersion, versionLog } from '../kept-versions.ts';
import { rowsOfBuilds } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';

/** The figures of a county in one version. */
export interface CountyFigures
  extends Pick<
    DatasetRow<'county'>,
    'county_key' | 'fips' | 'name' | 'state' | 'properties' | 'sales' | 'flips' | 'rentals' | 'buyers'
  > {
  /** US dollars; the median of arm's-length sales in the last year of the county's records; null without any. */
  median_price: number | null;
}

/**
 * The counties of a version, by state and key.
 * @returns null unless the version serves or is kept: the tables of others are dropped.
 */
export async function countyFigures(sql: Sql, realm: Realm, version: number): Promise<CountyFigures[] | null> {
  const [log, kept] = [await versionLog(sql, realm), await keptVersions(sql, realm)];
  const row = log.find((one) => one.version === version);
  if (row === undefined) return null;
  const { regions } = restoredVersion(log, row);
  if (!kept.some((one) => contentKey(one) === contentKey({ regions }))) return null;
  const rowsOf = rowsOfBuilds(realm, new Map(Object.entries(regions)));
  return sql.unsafe<CountyFigures[]>(`
    select county.county_key, county.fips, county.name, county.state, county.properties, county.sales, county.flips,
      county.rentals, county.buyers, priced.median_price
    from ${rowsOf('county', null)} county left join (
      select region, county_key, round(percentile_cont(0.5) within group (order by sale.price))::float8 as median_price
      from ${rowsOf('sale', null)} sale join ${rowsOf('county', null)} of_sale using (region, county_key)
      where sale.arms_length = 'valid' and sale.price is not null
        and sale.sale_date > of_sale.records_through - interval '1 year'
      group by region, county_key
    ) priced using (region, county_key)
    order by county.state, county.county_key`);
}
