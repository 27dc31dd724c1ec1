import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { COUNTED_DEAL } from '../rules/off-market.ts';
import { type Dataset, servingDataset } from '../serving-dataset.ts';
import { countyKeySql } from './nearest-county.ts';
import { ofEachRegion } from './of-each-region.ts';

/**
 * An address near which investors have been buying: a property in the grid cell with the most recent deals. Windows
 * count back from the last day of a county's records.
 * @param asOf the server's as-of day, `YYYY-MM-DD`, which caps that day.
 * @returns null when the dataset has no such deal.
 */
export async function addressWithBuyers(sql: Sql, realm: Realm, asOf: string): Promise<string | null> {
  const dataset = await servingDataset(sql, realm);
  const [busiest] = await dataset.ask<{ region: string; cell: number }>(busiestCellSql(dataset), [asOf]);
  if (busiest === undefined) return null;
  const { ask, rowsOf } = dataset;
  const [row] = await ask<{ address: string }>(
    `select address.address from ${rowsOf('deal', [busiest.region])} deal
       join ${rowsOf('address', [busiest.region])} address on address.property_id = deal.property_id
     where deal.cell = $1::int and address.unit_key is null
     order by deal.event_date desc, deal.deal_id limit 1`,
    [busiest.cell],
  );
  return row?.address ?? null;
}

const busiestCellSql = ({ rowsOf, states }: Dataset): string =>
  `select region, cell from (${ofEachRegion(
    states,
    (region) => `
    select deal.region, cell, count(distinct buyer_id) as buyers
    from ${rowsOf('deal', region)} deal
      left join ${rowsOf('county', region)} county on county.county_key = ${countyKeySql('deal')},
      lateral (select least($1::date, county.records_through) as last_day) records
    where cell is not null and address is not null and ${COUNTED_DEAL}
      and institution is null and visible_from <= last_day and event_date between last_day - 700 and last_day
    group by deal.region, cell
    order by buyers desc, deal.region, cell limit 1`,
  )}) busy order by buyers desc, region, cell limit 1`;
