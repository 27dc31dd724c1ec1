import { type Deal, selectDealField } from '../deal.ts';
import { milesBetween, type Point } from '../grid.ts';
import type { Dataset } from '../serving-dataset.ts';
import { countedDealsSql, recordedDealsSql } from './counted-deals-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

const EVIDENCE_FIELDS = [
  'buyerId',
  'dealType',
  'propertyId',
  'address',
  'purchaseDate',
  'purchasePrice',
  'saleDate',
  'salePrice',
] as const satisfies readonly (keyof Deal)[];

/** A deal that shows what a buyer does, with its great-circle distance in miles; null without coordinates. */
export type EvidenceDeal = Pick<Deal, (typeof EVIDENCE_FIELDS)[number]> & { distanceMiles: number | null };

/** Where to look for the deals of buyers. */
export interface BuyersAsked {
  regions: readonly string[];
  buyerIds: readonly number[];
  /** The server's as-of day, `YYYY-MM-DD`; deals after it, or after the day of their county, do not count. */
  asOf: string;
  /** Leaves out off-market deals, as portfolios do; a search that shows them gives them as evidence. */
  hideNonArmsLength: boolean;
}

/** The as-of day is parameter `$2`. */
const dealsAskedSql = (
  rowsOf: Dataset['rowsOf'],
  region: readonly string[],
  { hideNonArmsLength }: BuyersAsked,
): string => (hideNonArmsLength ? countedDealsSql : recordedDealsSql)(rowsOf, region, '$2');

/** The newest deals of each buyer, wherever they were, newest first. @param perBuyer maximum per buyer */
export async function newestDealsOfBuyers(
  { ask, rowsOf }: Dataset,
  asked: BuyersAsked,
  center: Point,
  perBuyer: number,
): Promise<EvidenceDeal[]> {
  const { regions, buyerIds, asOf } = asked;
  if (regions.length === 0 || buyerIds.length === 0) return [];
  type Row = Omit<EvidenceDeal, 'distanceMiles'> & { latitude: number | null; longitude: number | null };
  const orderedSql = (region: readonly string[]) => `
       select ${EVIDENCE_FIELDS.map((field) => selectDealField(field, 'd')).join(', ')}, d.latitude, d.longitude,
         row_number() over (partition by d.buyer_id order by d.event_date desc, d.deal_id desc) as place
       from ${rowsOf('deal', region)} d
       where d.buyer_id = any($1::bigint[]) and ${dealsAskedSql(rowsOf, region, asked)}`;
  const rows = await ask<Row>(
    `select * from (
       ${ofEachRegion(regions, orderedSql)}) ordered
     where place <= $3::int order by "buyerId", place`,
    [[...buyerIds], asOf, perBuyer],
  );
  return rows.map(({ latitude, longitude, ...deal }) => ({
    ...deal,
    distanceMiles: latitude === null || longitude === null ? null : milesBetween(center, { latitude, longitude }),
  }));
}

const MAILING_FIELDS = [
  'buyerId',
  'buyerMailingLine',
  'buyerMailingCity',
  'buyerMailingState',
  'buyerMailingZip',
] as const satisfies readonly (keyof Deal)[];
export type BuyerMailing = Pick<Deal, (typeof MAILING_FIELDS)[number]>;

/** The mailing address of each buyer's newest deal that has one; buyers without are absent. */
export async function newestMailingOfBuyers({ ask, rowsOf }: Dataset, asked: BuyersAsked): Promise<BuyerMailing[]> {
  const { regions, buyerIds, asOf } = asked;
  if (regions.length === 0 || buyerIds.length === 0) return [];
  return ask<BuyerMailing>(
    ofEachRegion(
      regions,
      (region) => `
     select distinct on (d.buyer_id) ${MAILING_FIELDS.map((field) => selectDealField(field, 'd')).join(', ')}
     from ${rowsOf('deal', region)} d
     where d.buyer_id = any($1::bigint[]) and d.buyer_mailing_line is not null
       and ${dealsAskedSql(rowsOf, region, asked)}
     order by d.buyer_id, d.purchase_date desc, d.deal_id desc`,
    ),
    [[...buyerIds], asOf],
  );
}

/** Property and parcel of deals. */
export type DealParcel = Pick<Deal, 'dealId' | 'propertyId' | 'parcelId'>;

export async function parcelsOfDeals(
  { ask, rowsOf }: Dataset,
  { regions, buyerIds }: Pick<BuyersAsked, 'regions' | 'buyerIds'>,
  dealIds: readonly number[],
): Promise<DealParcel[]> {
  if (regions.length === 0 || dealIds.length === 0) return [];
  const fields = (['dealId', 'propertyId', 'parcelId'] as const).map((field) => selectDealField(field, 'd'));
  return ask<DealParcel>(
    ofEachRegion(
      regions,
      (region) => `select ${fields.join(', ')} from ${rowsOf('deal', region)} d
     where d.buyer_id = any($1::bigint[]) and d.deal_id = any($2::bigint[])`,
    ),
    [[...buyerIds], [...dealIds]],
  );
}
