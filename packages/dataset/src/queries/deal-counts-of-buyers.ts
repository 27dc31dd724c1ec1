import type { Dataset, RowsOf } from '../serving-dataset.ts';
import { countedDealsSql } from './counted-deals-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

export const dealCountsOfBuyersStatement = (rowsOf: RowsOf, regions: readonly string[]): string =>
  ofEachRegion(
    regions,
    (region) => `
  select d.buyer_id, count(*)::int as deals from ${rowsOf('deal', region)} d
  where d.buyer_id = any($1::bigint[])
    and ${countedDealsSql(rowsOf, region, '$2')}
  group by d.buyer_id`,
  );

/**
 * Number of deals that count by a day for each buyer cluster, equal to those of `dealsOfBuyers`; clusters without
 * any are absent.
 * @param asOf the server's as-of day, YYYY-MM-DD
 */
export async function dealCountsOfBuyers(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  buyerIds: readonly number[],
  asOf: string,
): Promise<ReadonlyMap<number, number>> {
  if (regions.length === 0 || buyerIds.length === 0) return new Map();
  const rows = await ask<{ buyer_id: number; deals: number }>(dealCountsOfBuyersStatement(rowsOf, regions), [
    [...buyerIds],
    asOf,
  ]);
  return new Map(rows.map(({ buyer_id, deals }) => [buyer_id, deals]));
}
