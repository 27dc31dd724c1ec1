import type { Sql } from '@plat/db';
import { cellsIn, coverCircle } from '../dataset/grid.ts';
import { distanceSql, haversineOf } from './distance-sql.ts';
import { regionLiterals } from './region-literals.ts';
import { regionsTouching } from './regions-touching.ts';

export interface LocalInvestorRatio {
  /** Median of purchase price over estimated value of the property. */
  ratio: number;
  /** Deals with both figures known. */
  deals: number;
}

/**
 * What investors pay near a point relative to what properties are worth there (C.7, price band): the median over the
 * flips and rental purchases of a window whose price and estimated value are known. Null when there are none.
 * @param window first and last event day, YYYY-MM-DD, both included
 */
export async function localInvestorRatio(
  sql: Sql,
  circle: { latitude: number; longitude: number; radiusMiles: number },
  window: { fromDate: string; asOf: string },
): Promise<LocalInvestorRatio | null> {
  const regions = await regionsTouching(sql, circle, circle.radiusMiles);
  if (regions.length === 0) return null;
  const states = regionLiterals(regions);
  const { within } = distanceSql('$1::float8', '$2::float8', '$3::float8');
  const [row] = await sql.unsafe<{ ratio: number | null; deals: number }[]>(
    `with near as materialized (
       select property_id, purchase_price from market.deal
       where region in (${states}) and cell = any($4::int[]) and event_date between $5::date and $6::date
         and visible_from <= $6::date and arms_length <> 'non_arms_length' and not extended
         and purchase_price is not null and ${within}
     )
     select percentile_cont(0.5) within group (order by near.purchase_price::float8 / property.estimated_value) as ratio,
       count(*) as deals
     from near join market.property on property.property_id = near.property_id
     where property.region in (${states}) and property.estimated_value > 0`,
    [
      ...[circle.latitude, circle.longitude, haversineOf(circle.radiusMiles)],
      ...[cellsIn(coverCircle(circle, circle.radiusMiles)), window.fromDate, window.asOf],
    ],
    { prepare: true },
  );
  return row === undefined || row.ratio === null ? null : { ratio: row.ratio, deals: row.deals };
}
