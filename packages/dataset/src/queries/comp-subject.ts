import { disclosesPrices } from '../rules/disclosure.ts';
import { ON_MARKET } from '../rules/off-market.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import type { CompSource } from './comps-near.ts';
import { countedDealsSql } from './counted-deals-sql.ts';
import { countyKeySql } from './nearest-county.ts';

type Property = DatasetRow<'property'>;

/** Source of comps for a property (docs/rules/values.md). */
export const compSourceOf = ({ state, fips }: Property): CompSource =>
  disclosesPrices(state, fips) ? 'recorder' : 'mls';

/** The last on-market sale of a property: its day, and its price in US dollars. */
export interface LastSale {
  date: string;
  price: number;
}

/** Local price changes over time and size; see `price_trend`. */
export interface PriceTrend {
  /** Yearly change of log price per square foot. */
  annualLogChange: number;
  /** Change of log price per change of log living area. */
  sizeElasticity: number;
}

/** A property with everything that a comps search needs in advance. */
export interface CompSubjectRecord {
  property: Property;
  /** Latest priced deed not judged off-market, or closed listing; null when there is none by that day. */
  lastSale: LastSale | null;
  /** Day and price of the resale in its latest completed flip; null when there is none by that day. */
  flipResale: LastSale | null;
  /** Trend of the property's county and type, otherwise of its region; null with too few sales. */
  trend: PriceTrend | null;
  /** Regions that may contain comps: those within 25 miles. */
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

/** Maximum distance of comps. */
const WIDEST_MILES = 25;

/**
 * Reads a property and its context with one statement from its own region; null when the dataset does not have it.
 * @param asOf the server's as-of day, `YYYY-MM-DD`; later sales, or those after the day of the county, are ignored.
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
      where property_id = $1 and price is not null and ${ON_MARKET}
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
