import type { RowsOf } from '../serving-dataset.ts';
import { countyKeySql } from './nearest-county.ts';

/**
 * SQL condition for a deal `d` that counts in a portfolio: it happened and began to count by the last day of its
 * county's records, it is not off-market and not an extended flip.
 * @param asOf a bound day, such as `$2`: the server's as-of day, which caps the day of the county
 */
export const countedDealsSql = (rowsOf: RowsOf, regions: readonly string[], asOf: string): string =>
  `${recordedDealsSql(rowsOf, regions, asOf)} and ${ON_MARKET_DEAL}`;

const ON_MARKET_DEAL = "d.arms_length <> 'non_arms_length'";

/** As `countedDealsSql`, off-market deals included. */
export const recordedDealsSql = (rowsOf: RowsOf, regions: readonly string[], asOf: string): string =>
  `greatest(d.event_date, d.visible_from) <= least(${asOf}::date, (
      select records_through from ${rowsOf('county', regions)} c
      where c.region = d.region and c.county_key = ${countyKeySql('d')}))
    and not d.extended`;
