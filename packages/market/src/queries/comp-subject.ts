import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';
import { disclosesPrices } from '../rules/disclosure.ts';
import type { CompSource } from './comps-near.ts';
import { regionLiterals } from './region-literals.ts';

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
  /** Of the property's county and type, else of its region; null where too few sales tell it. */
  trend: PriceTrend | null;
  /** Regions that a comp may lie in: those within 25 miles, and perhaps one more. */
  regionsNear: string[];
}

type Row = Property & {
  last_date: string | null;
  last_price: number | null;
  annual_log_change: number | null;
  size_elasticity: number | null;
  regions_near: string[];
};

/** 25 miles, the farthest that comps are looked for, in degrees of latitude. */
const WIDEST_DEGREES = 0.37;

/**
 * Reads a property and its context by one statement from its own region; null when the dataset has none.
 * @param asOf `YYYY-MM-DD`; later sales are not known yet.
 */
export async function compSubjectRecord(
  sql: Sql,
  region: string,
  propertyId: number,
  asOf: string,
): Promise<CompSubjectRecord | null> {
  const [row] = await sql.unsafe<Row[]>(recordSql(regionLiterals([region])), [propertyId, asOf], { prepare: true });
  if (row === undefined) return null;
  const { last_date, last_price, annual_log_change, size_elasticity, regions_near, ...property } = row;
  return {
    property,
    lastSale: last_date === null || last_price === null ? null : { date: last_date, price: last_price },
    trend:
      annual_log_change === null || size_elasticity === null
        ? null
        : { annualLogChange: annual_log_change, sizeElasticity: size_elasticity },
    regionsNear: regions_near,
  };
}

const recordSql = (region: string): string => `
  select p.*, sold.date as last_date, sold.price as last_price, trend.annual_log_change, trend.size_elasticity,
    array(
      select r.region from market.region r
      where r.south <= p.latitude + ${WIDEST_DEGREES} and r.north >= p.latitude - ${WIDEST_DEGREES}
        and (abs(p.longitude) > 178
          or r.west <= p.longitude + ${WIDEST_DEGREES} / greatest(cos(radians(p.latitude)), 0.01)
          and r.east >= p.longitude - ${WIDEST_DEGREES} / greatest(cos(radians(p.latitude)), 0.01))
      order by r.region) as regions_near
  from market.property p
  left join lateral (
    select date, price from (
      select sale_date as date, price, 1 as preferred from market.sale
      where region = ${region} and property_id = $1 and price is not null and arms_length <> 'non_arms_length'
      union all
      select close_date, close_price, 2 from market.listing where region = ${region} and property_id = $1
    ) each where date <= $2::date order by date desc, preferred, price desc limit 1) sold on true
  left join lateral (
    select annual_log_change, size_elasticity from market.price_trend t
    where t.region = ${region} and t.property_type = p.property_type
      and t.county_key in (coalesce(p.fips, upper(p.county), ''), '')
    order by county_key desc limit 1) trend on true
  where p.region = ${region} and p.property_id = $1`;
