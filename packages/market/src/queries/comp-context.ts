import type { Sql } from '@plat/db';
import { mailingKeys } from '../addresses/index.ts';
import type { DatasetRow } from '../dataset/tables.ts';
import { disclosesPrices } from '../rules/disclosure.ts';
import type { CompSource } from './comps-near.ts';
import { regionLiterals } from './region-literals.ts';

type Property = DatasetRow<'property'>;

/** The key under which sales of one building stand in `comp_sale`; null when the address does not say. */
export const buildingKeyOf = ({ address_line, city, state, zip }: Property): string | null =>
  mailingKeys(address_line, city, state, zip)?.mailingBuildingKey ?? null;

/** Where comps of a property come from (C.13). */
export const compSourceOf = ({ state, fips }: Property): CompSource =>
  disclosesPrices(state, fips) ? 'recorder' : 'mls';

/** The last sale of a property on the market: its day, and its price in US dollars. */
export interface LastSale {
  date: string;
  price: number;
}

/** Priced deeds not judged off the market, and closed listings; null when there is none until the day. */
export async function lastSaleOf(
  sql: Sql,
  { region, property_id }: Pick<Property, 'region' | 'property_id'>,
  asOf: string,
): Promise<LastSale | null> {
  const inRegion = `region = ${regionLiterals([region])}`;
  const [row] = await sql.unsafe<LastSale[]>(
    `select date, price from (
      select sale_date as date, price, 1 as preferred from market.sale
      where ${inRegion} and property_id = $1 and price is not null and arms_length <> 'non_arms_length'
      union all
      select close_date, close_price, 2 from market.listing where ${inRegion} and property_id = $1
    ) sold where date <= $2::date order by date desc, preferred, price desc limit 1`,
    [property_id, asOf],
    { prepare: true },
  );
  return row ?? null;
}

/** How prices around a property move with time and size; see `price_trend`. */
export interface PriceTrend {
  /** Change a year of log price per square foot. */
  annualLogChange: number;
  /** Change of log price for a change of log living area. */
  sizeElasticity: number;
}

/** The trend of the property's county and type, else of its region; null where too few sales tell it. */
export async function priceTrendOf(sql: Sql, property: Property): Promise<PriceTrend | null> {
  const countyKey = property.fips ?? property.county?.toUpperCase() ?? '';
  const [row] = await sql.unsafe<PriceTrend[]>(
    `select annual_log_change as "annualLogChange", size_elasticity as "sizeElasticity" from market.price_trend
     where region = ${regionLiterals([property.region])} and property_type = $1 and county_key in ($2, '')
     order by county_key desc limit 1`,
    [property.property_type, countyKey],
    { prepare: true },
  );
  return row ?? null;
}
