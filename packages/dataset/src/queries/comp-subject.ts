import { disclosesPrices } from '../rules/disclosure.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import type { CompSource } from './comps-near.ts';
import { countedDealsSql } from './counted-deals-sql.ts';
import { countyKeySql } from './nearest-county.ts';

type Property = DatasetRow<'property'>;

/** Where comps of a property come from (C.13). */
export const compSourceOf = ({ state, fips }: Property): CompSource =>
  disclosesPrices(state, fips) ? 'recorder' : 'mls';

/** The last sale of a property on the market: its day, and its price in US dollars. */
export interface LastSale {
  date: string;
  price: number;
}

/** How prices around a property move with time and size; see `price_trend`. */
export interface PriceTrend {
  /** Change a year of log price per square foot. */
  annualLogChange: number;
  /** Change of log price for a change of log living area. */
  sizeElasticity: number;
}

/** A property with all that a search of comps wants to know before it begins. */
export interface CompSubjectRecord {
  property: Property;
  /** Priced deeds not judged off the market, and closed listings; null when there is none until the day. */
  lastSale: LastSale | null;
  /** Day and price at which it was resold in its latest completed flip; null when there is none until the day. */
  flipResale: LastSale | null;
  /** Of the property's county and type, else of its region; null where too few sales tell it. */
  trend: PriceTrend | null;
  /** Regions that a comp may lie in: those within 25 miles. */
  regionsNear: string[];
  /** Key of its county in table `county`. */
  countyKey: string;
}

type Row = Property & {
  last_date: string | null;
  last_price: number | null;
  flip_date: string | null;
  flip_price: number | null;
  annual_log_change: number | null;
  size_elasticity: number | null;
  county_key: string;
};

/** The farthest that comps are looked for. */
const WIDEST_MILES = 25;

/**
 * Reads a property and its context by one statement from its own region; null when the dataset has none.
 * @param asOf the server's as-of day, `YYYY-MM-DD`; sales after it, or after the day of the county, are not known yet.
 */
export async function compSubjectRecord(
  { ask, rowsOf, regionsTouching }: Dataset,
  region: string,
  propertyId: number,
  asOf: string,
): Promise<CompSubjectRecord | null> {
  const [row] = await ask<Row>(recordSql(rowsOf, [region]), [propertyId, asOf]);
  if (row === undefined) return null;
  const { last_date, last_price, flip_date, flip_price, ...others } = row;
  const { annual_log_change, size_elasticity, county_key: countyKey, ...property } = others;
  const { latitude, longitude } = property;
  return {
    property,
    countyKey,
    lastSale: saleOf(last_date, last_price),
    flipResale: saleOf(flip_date, flip_price),
    trend:
      annual_log_change === null || size_elasticity === null
        ? null
        : { annualLogChange: annual_log_change, sizeElasticity: size_elasticity },
    regionsNear: latitude === null || longitude === null ? [] : regionsTouching({ latitude, longitude }, WIDEST_MILES),
  };
}

const saleOf = (date: string | null, price: number | null): LastSale | null =>
  date === null || price === null ? null : { date, price };

const recordSql = (rowsOf: RowsOf, region: readonly string[]): string => `
  select p.*, ${countyKeySql('p')} as county_key, sold.date as last_date, sold.price as last_price,
    flip.sale_date as flip_date, flip.sale_price as flip_price, trend.annual_log_change, trend.size_elasticity
  from ${rowsOf('property', region)} p
  left join ${rowsOf('county', region)} c on c.county_key = ${countyKeySql('p')}
  left join lateral (
    select date, price from (
      select sale_date as date, price, 1 as preferred from ${rowsOf('sale', region)} sale
      where property_id = $1 and price is not null and arms_length <> 'non_arms_length'
      union all
      select close_date, close_price, 2 from ${rowsOf('listing', region)} listing where property_id = $1
    ) each where date <= least($2::date, c.records_through) order by date desc, preferred, price desc limit 1) sold on true
  left join lateral (
    select sale_date, sale_price from ${rowsOf('deal', region)} d
    where property_id = $1 and deal_type = 'flip' and sale_price is not null and ${countedDealsSql(rowsOf, region, '$2')}
    order by sale_date desc, deal_id limit 1) flip on true
  left join lateral (
    select annual_log_change, size_elasticity from ${rowsOf('price_trend', region)} t
    where t.property_type = p.property_type
      and t.county_key in (${countyKeySql('p')}, '')
    order by county_key desc limit 1) trend on true
  where p.property_id = $1`;
