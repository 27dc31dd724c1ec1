import { type Deal, PORTFOLIO_FIELDS, type PortfolioDeal, selectDealField } from '../deal.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import { countedDealsSql } from './counted-deals-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/**
 * Deals of buyer clusters that count (docs/rules/flips.md, docs/rules/rentals.md): not off-market, not extended,
 * begun to count by `$2`. With the current value of the property and its latest deed: three index scans per deal.
 */
export const dealsOfBuyersStatement = (rowsOf: RowsOf, regions: readonly string[]): string =>
  ofEachRegion(
    regions,
    (region) => `
  select ${PORTFOLIO_FIELDS.map((field) => selectDealField(field, 'd')).join(', ')},
    coalesce(p.avm_value, p.estimated_value, d.estimated_value) as "currentValue",
    deed.buyer_id as "holderId", deed.sale_id as "latestSaleId",
    coalesce(deed.loan_amount, case when deed.purchase_method = 'cash' then 0 end) as "loanAmount"
  from ${rowsOf('deal', region)} d
  left join lateral (
    select avm_value, estimated_value from ${rowsOf('property', region)} property
    where property_id = d.property_id limit 1) p on true
  left join lateral (
    select sale_id, buyer_id, loan_amount, purchase_method from ${rowsOf('sale', region)} sale
    where property_id = d.property_id and sale_date <= $2::date
    order by sale_date desc, sale_id desc limit 1) deed on true
  where d.buyer_id = any($1::bigint[])
    and ${countedDealsSql(rowsOf, region, '$2')}`,
  );

/**
 * Deals in no particular order.
 * @param asOf the server's as-of day, YYYY-MM-DD; leaves out later deals, and deals after the day of their county.
 */
export async function dealsOfBuyers(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  buyerIds: readonly number[],
  asOf: string,
): Promise<PortfolioDeal[]> {
  if (regions.length === 0 || buyerIds.length === 0) return [];
  return ask<PortfolioDeal>(dealsOfBuyersStatement(rowsOf, regions), [[...buyerIds], asOf]);
}

const RECORD_FIELDS = [
  'dealId',
  'buyerName',
  'addressLine',
  'city',
  'state',
  'zip',
  'latitude',
  'longitude',
  'bedrooms',
  'bathrooms',
  'livingSquareFeet',
  'lotSquareFeet',
  'unitsCount',
  'yearBuilt',
] as const satisfies readonly (keyof Deal)[];

/** Further fields of a portfolio deal's record. */
export type DealRecord = Pick<Deal, (typeof RECORD_FIELDS)[number]> & {
  /** The seller, as recorded. */
  sellerName: string | null;
};

export const dealRecordsStatement = (rowsOf: RowsOf, regions: readonly string[]): string =>
  ofEachRegion(
    regions,
    (region) => `
  select ${RECORD_FIELDS.map((field) => selectDealField(field, 'd')).join(', ')}, deed.grantor as "sellerName"
  from ${rowsOf('deal', region)} d
  left join lateral (
    select grantor from ${rowsOf('sale', region)} sale
    where property_id = d.property_id and sale_id = d.deal_id limit 1) deed on true
  where d.property_id = any($1::bigint[]) and d.deal_id = any($2::bigint[])`,
  );

/** The records of deals, in no particular order. */
export async function dealRecords(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  deals: readonly Pick<Deal, 'dealId' | 'propertyId'>[],
): Promise<DealRecord[]> {
  if (deals.length === 0) return [];
  const propertyIds = [...new Set(deals.map(({ propertyId }) => propertyId))];
  const dealIds = deals.map(({ dealId }) => dealId);
  return ask<DealRecord>(dealRecordsStatement(rowsOf, regions), [propertyIds, dealIds]);
}
