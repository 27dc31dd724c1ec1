import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { Deal, NearbyDeal } from '../deal.ts';
import { COUNTED_DEAL, NOT_HIDDEN_INSTITUTION } from '../rules/off-market.ts';
import { servingDataset } from '../serving-dataset.ts';
import { countyKeySql } from './nearest-county.ts';

const ROWS_PER_BATCH = 10_000;

export type RecordedPurchase = Pick<
  NearbyDeal,
  | 'dealId'
  | 'propertyId'
  | 'buyerId'
  | 'purchaseDate'
  | 'latitude'
  | 'longitude'
  | 'propertyType'
  | 'bedrooms'
  | 'bathrooms'
  | 'livingSquareFeet'
  | 'estimatedValue'
> & {
  /** Key of the property's county: FIPS code, otherwise name, empty without either. */
  countyKey: string;
};

/**
 * Counted purchases of a region with coordinates within a span of days (`YYYY-MM-DD`, both inclusive), ordered by
 * day and id. A county's purchases end with `records_through`. Leaves out institutions that searches hide.
 */
export async function recordedPurchases(
  sql: Sql,
  realm: Realm,
  region: string,
  { from, to, propertyTypes }: { from: string; to: string; propertyTypes: readonly string[] },
): Promise<RecordedPurchase[]> {
  const { ask, rowsOf } = await servingDataset(sql, realm);
  return ask<RecordedPurchase>(
    `select deal_id as "dealId", property_id as "propertyId", buyer_id as "buyerId",
       purchase_date as "purchaseDate", latitude, longitude,
       property_type as "propertyType", bedrooms, bathrooms, living_square_feet as "livingSquareFeet",
       estimated_value as "estimatedValue", ${countyKeySql('deal')} as "countyKey"
     from ${rowsOf('deal', [region])} deal
     where ${COUNTED_DEAL} and cell is not null and ${NOT_HIDDEN_INSTITUTION} and property_type = any($1::text[])
       and purchase_date between $2::date and least($3::date, (
         select records_through from ${rowsOf('county', [region])} c where c.county_key = ${countyKeySql('deal')}))
     order by purchase_date, deal_id`,
    [[...propertyTypes], from, to],
  );
}

export type RecordedHolding = Pick<
  Deal,
  'buyerId' | 'purchaseDate' | 'purchasePrice' | 'purchaseMethod' | 'saleDate' | 'salePrice'
>;

/** Every counted deal of a region as its buyer bought and sold it, in batches, in no particular order. */
export async function* recordedHoldings(sql: Sql, realm: Realm, region: string): AsyncIterable<RecordedHolding[]> {
  const { rowsOf } = await servingDataset(sql, realm);
  yield* sql
    .unsafe<RecordedHolding[]>(
      `select buyer_id as "buyerId", purchase_date as "purchaseDate", purchase_price as "purchasePrice",
       purchase_method as "purchaseMethod", sale_date as "saleDate", sale_price as "salePrice"
     from ${rowsOf('deal', [region])} deal where ${COUNTED_DEAL}`,
    )
    .cursor(ROWS_PER_BATCH);
}
