import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { countedDealsSql } from './counted-deals-sql.ts';

const DEAL_FACTS = [
  'region',
  'deal_id',
  'property_id',
  'buyer_id',
  'deal_type',
  'event_date',
  'property_type',
  'purchase_date',
  'purchase_price',
  'sale_date',
  'sale_price',
  'buyer_name_key',
] as const;

/** What portfolio statistics need of a deal. */
export type BuyerDeal = Pick<DatasetRow<'deal'>, (typeof DEAL_FACTS)[number]> & {
  /** US dollars today: the value model's, else the roll's estimate; null without either. */
  current_value: number | null;
  /** Cluster that the latest deed of the property names as its buyer; null when it names none. */
  holder_id: number | null;
  /** Sale of that deed; null when none is known by the day asked about. */
  latest_sale_id: number | null;
  /** Loan of the latest deed in US dollars, 0 for a purchase in cash; null when not recorded. */
  loan_amount: number | null;
};

/**
 * Deals that count (C.1 to C.3: not off the market, not extended, begun to count by `$2`) of buyer clusters, with today's
 * value of the property and its latest deed: three index scans a deal.
 */
export const dealsOfBuyersStatement = (rowsOf: RowsOf, regions: readonly string[]): string => `
  select ${DEAL_FACTS.map((column) => `d.${column}`).join(', ')},
    coalesce(p.avm_value, p.estimated_value, d.estimated_value) as current_value,
    deed.buyer_id as holder_id, deed.sale_id as latest_sale_id,
    coalesce(deed.loan_amount, case when deed.purchase_method = 'cash' then 0 end) as loan_amount
  from ${rowsOf('deal', regions)} d
  left join lateral (
    select avm_value, estimated_value from ${rowsOf('property', regions)} property
    where property_id = d.property_id limit 1) p on true
  left join lateral (
    select sale_id, buyer_id, loan_amount, purchase_method from ${rowsOf('sale', regions)} sale
    where property_id = d.property_id and sale_date <= $2::date
    order by sale_date desc, sale_id desc limit 1) deed on true
  where d.buyer_id = any($1::bigint[])
    and ${countedDealsSql(rowsOf, regions, '$2')}`;

/**
 * Deals in no promised order.
 * @param asOf the server's as-of day, YYYY-MM-DD; deals after it, or after the day of their county, are left out.
 */
export async function dealsOfBuyers(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  buyerIds: readonly number[],
  asOf: string,
): Promise<BuyerDeal[]> {
  if (regions.length === 0 || buyerIds.length === 0) return [];
  return ask<BuyerDeal>(dealsOfBuyersStatement(rowsOf, regions), [[...buyerIds], asOf]);
}

const RECORD = [
  'deal_id',
  'buyer_name',
  'address_line',
  'city',
  'state',
  'zip',
  'latitude',
  'longitude',
  'bedrooms',
  'bathrooms',
  'living_square_feet',
  'lot_square_feet',
  'units_count',
  'year_built',
] as const;

/** What a record of a deal shows beyond its facts. */
export type DealRecord = Pick<DatasetRow<'deal'>, (typeof RECORD)[number]> & {
  /** Who sold to the buyer, as recorded. */
  seller_name: string | null;
};

export const dealRecordsStatement = (rowsOf: RowsOf, regions: readonly string[]): string => `
  select ${RECORD.map((column) => `d.${column}`).join(', ')}, deed.grantor as seller_name
  from ${rowsOf('deal', regions)} d
  left join lateral (
    select grantor from ${rowsOf('sale', regions)} sale
    where property_id = d.property_id and sale_id = d.deal_id limit 1) deed on true
  where d.property_id = any($1::bigint[]) and d.deal_id = any($2::bigint[])`;

/** The records of deals, in no promised order. */
export async function dealRecords(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  deals: readonly Pick<BuyerDeal, 'deal_id' | 'property_id'>[],
): Promise<DealRecord[]> {
  if (deals.length === 0) return [];
  const propertyIds = [...new Set(deals.map(({ property_id }) => property_id))];
  const dealIds = deals.map(({ deal_id }) => deal_id);
  return ask<DealRecord>(dealRecordsStatement(rowsOf, regions), [propertyIds, dealIds]);
}
