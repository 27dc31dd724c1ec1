import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';
import { COUNTED_DEAL } from '../rules/off-market.ts';
import { countyKeySql } from './nearest-county.ts';

/**
 * An address near which investors have been buying: a property in the grid cell with the most recent deals. Windows
 * count back from the last day of a county's records.
 * @param asOf the server's as-of day, `YYYY-MM-DD`, which caps that day.
 * @returns null when the dataset has no such deal.
 */
export async function addressWithBuyers(sql: Sql, realm: Realm, asOf: string): Promise<string | null> {
  const schema = schemaOf(sql, realm);
  const [row] = await sql<{ address: string }[]>`
    with busiest as (
      select deal.region, cell
      from ${schema}.deal deal
        left join ${schema}.county county on county.region = deal.region
          and county.county_key = ${sql.unsafe(countyKeySql('deal'))},
        lateral (select least(${asOf}::date, county.records_through) as last_day) records
      where cell is not null and address is not null and ${sql.unsafe(COUNTED_DEAL)}
        and institution is null and visible_from <= last_day and event_date between last_day - 700 and last_day
      group by deal.region, cell
      order by count(distinct buyer_id) desc, deal.region, cell
      limit 1
    )
    select address.address
    from busiest join ${schema}.deal deal using (region, cell)
      join ${schema}.address address on address.region = deal.region and address.property_id = deal.property_id
    where address.unit_key is null
    order by deal.event_date desc, deal.deal_id
    limit 1`;
  return row?.address ?? null;
}
