import type { Sql } from '@plat/db';
import { countedDealsSql } from './counted-deals-sql.ts';
import { regionLiterals } from './region-literals.ts';

export const dealCountsOfBuyersStatement = (regions: readonly string[]): string => `
  select d.buyer_id, count(*)::int as deals from market.deal d
  where d.region in (${regionLiterals(regions)}) and d.buyer_id = any($1::bigint[])
    and ${countedDealsSql('$2')}
  group by d.buyer_id`;

/**
 * How many deals of each buyer cluster count by a day, as many as `dealsOfBuyers` returns; clusters without are absent.
 * @param asOf YYYY-MM-DD
 */
export async function dealCountsOfBuyers(
  sql: Sql,
  regions: readonly string[],
  buyerIds: readonly number[],
  asOf: string,
): Promise<ReadonlyMap<number, number>> {
  if (regions.length === 0 || buyerIds.length === 0) return new Map();
  const rows = await sql.unsafe<{ buyer_id: number; deals: number }[]>(
    dealCountsOfBuyersStatement(regions),
    [[...buyerIds], asOf],
    { prepare: true },
  );
  return new Map(rows.map(({ buyer_id, deals }) => [buyer_id, deals]));
}
