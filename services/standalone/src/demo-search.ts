import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '@plat/market';

/**
 * An address of a realm around which investors have been buying: a property in the grid cell with the most recent
 * deals.
 * @param asOf the day that windows count back from, `YYYY-MM-DD`.
 * @returns null when the dataset has no such deal.
 */
export async function addressWithBuyers(sql: Sql, realm: Realm, asOf: string): Promise<string | null> {
  const schema = schemaOf(sql, realm);
  const [row] = await sql<{ address: string }[]>`
    with busiest as (
      select region, cell from ${schema}.deal
      where cell is not null and address is not null and not extended and arms_length = 'valid'
        and institution is null and visible_from <= ${asOf}
        and event_date between ${asOf}::date - 700 and ${asOf}::date
      group by region, cell
      order by count(distinct buyer_id) desc, region, cell
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

/** A command that returns buyers when it is pasted into a shell. */
export function curlCommand(url: string, key: string, address: string): string {
  const body = JSON.stringify({ address }).replaceAll("'", "'\\''");
  return `curl -s ${url}/v1/buyer-search -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${body}'`;
}
