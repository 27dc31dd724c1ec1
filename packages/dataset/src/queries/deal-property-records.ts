import type { Deal } from '../deal.ts';
import { SOLD_ON_MARKET } from '../rules/off-market.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import { ofEachRegion } from './of-each-region.ts';

/** A recorded sale. */
export interface RecordedSale {
  /** `YYYY-MM-DD`. */
  date: string;
  /** US dollars. */
  price: number | null;
  /** Code of a deed type. */
  deedType: string | null;
  sellerName: string | null;
  buyerName: string | null;
}

/** A mailing address; null where the roll has nothing. */
export interface OwnerMail {
  line: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Recorded facts about the property of a deal, beyond the deal itself. */
export interface DealPropertyRecord {
  dealId: number;
  address: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  county: string | null;
  /** Five digits. */
  fips: string | null;
  apn: string | null;
  subdivision: string | null;
  /** As on the assessor's roll. */
  landUse: string | null;
  floodZone: string | null;
  yearBuilt: number | null;
  /** US dollars. */
  assessedLandValue: number | null;
  assessedImprovementValue: number | null;
  /** In US dollars: from the value model, otherwise from the roll; null without either. */
  currentValue: number | null;
  /** Loan of the latest deed in US dollars, 0 for a cash purchase; null when not recorded. */
  loanAmount: number | null;
  /** Of the current owner. */
  ownerMail: OwnerMail;
  latestSale: RecordedSale | null;
  /** The sale before the latest. */
  formerSale: RecordedSale | null;
}

const OF_PROPERTY = [
  ...['apn', 'county', 'year_built', 'avm_value', 'estimated_value', 'subdivision', 'land_use', 'flood_zone'],
  ...['assessed_land_value', 'assessed_improvement_value'],
  ...['mailing_address', 'mailing_city', 'mailing_state', 'mailing_zip'],
];
const OF_SALE = ['sale_date', 'price', 'deed_type', 'grantor', 'grantee'];

const saleSql = (sale: string) => `
    case when ${sale}.sale_date is not null then json_build_object('date', ${sale}.sale_date, 'price', ${sale}.price,
      'deedType', ${sale}.deed_type, 'sellerName', ${sale}.grantor, 'buyerName', ${sale}.grantee) end`;
const latestSaleSql = (sales: string, columns: readonly string[], condition: string, skip: number) => `
  left join lateral (
    select ${columns.join(', ')} from ${sales} sale
    where property_id = d.property_id and sale_date <= $3::date ${condition}
    order by sale_date desc, sale_id desc limit 1 offset ${skip})`;
const ON_THE_MARKET = `and ${SOLD_ON_MARKET}`;

/** Five index scans per deal. */
export const dealPropertyRecordsStatement = (rowsOf: RowsOf, regions: readonly string[]): string =>
  ofEachRegion(
    regions,
    (region) => `
  select d.deal_id as "dealId", d.address, d.address_line as "addressLine", d.city, d.state, d.zip, d.fips,
    coalesce(p.county, d.county) as county, coalesce(p.apn, d.parcel_id) as apn, p.subdivision,
    p.land_use as "landUse", p.flood_zone as "floodZone", coalesce(d.year_built, p.year_built) as "yearBuilt",
    p.assessed_land_value as "assessedLandValue", p.assessed_improvement_value as "assessedImprovementValue",
    coalesce(p.avm_value, p.estimated_value, d.estimated_value) as "currentValue",
    coalesce(deed.loan_amount, case when deed.purchase_method = 'cash' then 0 end) as "loanAmount",
    json_build_object('line', p.mailing_address, 'city', p.mailing_city, 'state', p.mailing_state,
      'zip', p.mailing_zip) as "ownerMail",
    ${saleSql('sale_1')} as "latestSale", ${saleSql('sale_2')} as "formerSale"
  from ${rowsOf('deal', region)} d
  left join lateral (
    select ${OF_PROPERTY.join(', ')} from ${rowsOf('property', region)} property
    where property_id = d.property_id limit 1) p on true
  ${latestSaleSql(rowsOf('sale', region), ['loan_amount', 'purchase_method'], '', 0)} deed on true
  ${latestSaleSql(rowsOf('sale', region), OF_SALE, ON_THE_MARKET, 0)} sale_1 on true
  ${latestSaleSql(rowsOf('sale', region), OF_SALE, ON_THE_MARKET, 1)} sale_2 on true
  where d.property_id = any($1::bigint[]) and d.deal_id = any($2::bigint[])`,
  );

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
