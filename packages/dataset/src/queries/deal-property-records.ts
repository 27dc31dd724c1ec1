import type { Deal } from '../deal.ts';
import { ON_MARKET } from '../rules/off-market.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';

const OF_DEAL = ['deal_id', 'address', 'address_line', 'city', 'state', 'zip', 'fips'] as const;
const OF_PROPERTY = [
  'subdivision',
  'land_use',
  'flood_zone',
  'assessed_land_value',
  'assessed_improvement_value',
  'mailing_address',
  'mailing_city',
  'mailing_state',
  'mailing_zip',
] as const;

/** A recorded conveyance; all null when there is none. */
interface RecordedSale {
  sale_date: string | null;
  /** US dollars. */
  price: number | null;
  deed_type: string | null;
  grantor: string | null;
  grantee: string | null;
}
type Numbered<N extends 1 | 2> = { [Key in keyof RecordedSale as `${Key}_${N}`]: RecordedSale[Key] };

/** Recorded facts about the property of a deal; `mailing_*` belong to its current owner. */
export type DealPropertyRecord = Pick<DatasetRow<'deal'>, (typeof OF_DEAL)[number]> &
  Pick<DatasetRow<'property'>, 'apn' | 'county' | 'year_built'> & {
    [Key in (typeof OF_PROPERTY)[number]]: DatasetRow<'property'>[Key] | null;
  } & Numbered<1> &
  Numbered<2> & {
    /** Current value in US dollars: from the value model, otherwise from the roll; null without either. */
    current_value: number | null;
    /** Loan of the latest deed in US dollars, 0 for a cash purchase; null when not recorded. */
    loan_amount: number | null;
  };

const SALE = ['sale_date', 'price', 'deed_type', 'grantor', 'grantee'] as const;

const latestSaleSql = (sales: string, columns: readonly string[], condition: string, skip: number) => `
  left join lateral (
    select ${columns.join(', ')} from ${sales} sale
    where property_id = d.property_id and sale_date <= $3::date ${condition}
    order by sale_date desc, sale_id desc limit 1 offset ${skip})`;
const ON_THE_MARKET = `and ${ON_MARKET}`;

/** Five index scans per deal. */
export const dealPropertyRecordsStatement = (rowsOf: RowsOf, regions: readonly string[]): string => `
  select ${OF_DEAL.map((column) => `d.${column}`).join(', ')}, ${OF_PROPERTY.map((column) => `p.${column}`).join(', ')},
    coalesce(p.apn, d.parcel_id) as apn, coalesce(p.county, d.county) as county,
    coalesce(d.year_built, p.year_built) as year_built,
    coalesce(p.avm_value, p.estimated_value, d.estimated_value) as current_value,
    coalesce(deed.loan_amount, case when deed.purchase_method = 'cash' then 0 end) as loan_amount,
    ${[1, 2].flatMap((n) => SALE.map((column) => `sale_${n}.${column} as ${column}_${n}`)).join(', ')}
  from ${rowsOf('deal', regions)} d
  left join lateral (
    select apn, county, year_built, avm_value, estimated_value, ${OF_PROPERTY.join(', ')} from ${rowsOf('property', regions)} property
    where property_id = d.property_id limit 1) p on true
  ${latestSaleSql(rowsOf('sale', regions), ['loan_amount', 'purchase_method'], '', 0)} deed on true
  ${latestSaleSql(rowsOf('sale', regions), SALE, ON_THE_MARKET, 0)} sale_1 on true
  ${latestSaleSql(rowsOf('sale', regions), SALE, ON_THE_MARKET, 1)} sale_2 on true
  where d.property_id = any($1::bigint[]) and d.deal_id = any($2::bigint[])`;

/**
 * Recorded facts about the properties of deals, with the latest sale and the one before; off-market conveyances do
 * not count as sales. In no particular order.
 * @param asOf YYYY-MM-DD; later records are left out.
 */
export async function dealPropertyRecords(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  deals: readonly Pick<Deal, 'dealId' | 'propertyId'>[],
  asOf: string,
): Promise<DealPropertyRecord[]> {
  if (regions.length === 0 || deals.length === 0) return [];
  const propertyIds = [...new Set(deals.map(({ propertyId }) => propertyId))];
  const dealIds = deals.map(({ dealId }) => dealId);
  return ask<DealPropertyRecord>(dealPropertyRecordsStatement(rowsOf, regions), [propertyIds, dealIds, asOf]);
}
