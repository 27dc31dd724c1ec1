import { type Deal, selectDealField } from '../deal.ts';
import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { countedDealsSql } from './counted-deals-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/** A buyer in its state. */
export interface BuyerKey {
  region: string;
  buyerId: number;
}

/** The buyer with an id, or the buyer it was merged into; null when the dataset has neither. */
export async function resolveBuyer({ ask, rowsOf, states }: Dataset, buyerId: number): Promise<BuyerKey | null> {
  const [found] = await ask<BuyerKey>(
    `${ofEachRegion(
      states,
      (region) => `
       select region, buyer_id as "buyerId" from ${rowsOf('buyer', region)} buyer where buyer_id = $1::bigint
       union all
       select region, buyer_id from ${rowsOf('buyer_merge', region)} merge where merged_id = $1::bigint`,
    )} limit 1`,
    [buyerId],
  );
  return found ?? null;
}

/** The buyer itself, and the ids that were merged into it, lowest first. */
export async function buyerWithMerges({ ask, rowsOf }: Dataset, { region, buyerId }: BuyerKey) {
  const [[buyer], merges] = await Promise.all([
    ask<DatasetRow<'buyer'>>(`select * from ${rowsOf('buyer', [region])} buyer where buyer_id = $1::bigint`, [buyerId]),
    ask<{ merged_id: number }>(
      `select merged_id from ${rowsOf('buyer_merge', [region])} merge where buyer_id = $1::bigint order by 1`,
      [buyerId],
    ),
  ]);
  return { buyer: buyer ?? null, mergedIds: merges.map(({ merged_id }) => merged_id) };
}

const PURCHASE_FIELDS = [
  'dealId',
  'fips',
  'county',
  'state',
  'zip',
  'bedrooms',
  'livingSquareFeet',
  'yearBuilt',
  'buyerMailingLine',
  'buyerMailingCity',
  'buyerMailingState',
  'buyerMailingZip',
] as const satisfies readonly (keyof Deal)[];

/** Place and type of a buyer's purchase, with its mailing address at that time. */
export type BuyerPurchase = Pick<Deal, (typeof PURCHASE_FIELDS)[number]>;

/** The deals of a buyer that count by a day, in no particular order. @param asOf the server's as-of day, `YYYY-MM-DD` */
export const purchasesOfBuyer = (
  { ask, rowsOf }: Dataset,
  { region, buyerId }: BuyerKey,
  asOf: string,
): Promise<BuyerPurchase[]> =>
  ask<BuyerPurchase>(
    `select ${PURCHASE_FIELDS.map((field) => selectDealField(field, 'd')).join(', ')}
     from ${rowsOf('deal', [region])} d
     where d.buyer_id = $1::bigint and ${countedDealsSql(rowsOf, [region], '$2')}`,
    [buyerId, asOf],
  );

/** A parcel whose latest deed names a buyer. */
export interface HeldParcel {
  propertyId: number;
  address: string | null;
  purchaseDate: string;
  /** US dollars. */
  purchasePrice: number | null;
  /** Current value in US dollars: from the value model, otherwise from the roll. */
  estimatedValue: number | null;
}

/** Parcels that a buyer holds by their latest deed, newest purchase first. @param asOf later deeds do not count */
export const parcelsHeldBy = (
  { ask, rowsOf }: Dataset,
  { region, buyerId }: BuyerKey,
  asOf: string,
  limit: number,
): Promise<HeldParcel[]> =>
  ask<HeldParcel>(
    `select bought.property_id as "propertyId", p.address, deed.sale_date as "purchaseDate",
       deed.price as "purchasePrice", coalesce(p.avm_value, p.estimated_value) as "estimatedValue"
     from (
       select distinct property_id from ${rowsOf('sale', [region])} sale
       where buyer_id = $1::bigint and sale_date <= $2::date) bought
     join lateral (
       select sale_date, price, buyer_id from ${rowsOf('sale', [region])} sale
       where property_id = bought.property_id and sale_date <= $2::date
       order by sale_date desc, sale_id desc limit 1) deed on deed.buyer_id = $1::bigint
     left join ${rowsOf('property', [region])} p on p.property_id = bought.property_id
     order by deed.sale_date desc, bought.property_id limit $3`,
    [buyerId, asOf, limit],
  );

/** The most frequent name of each buyer of a state. */
export async function namesOfBuyers(
  { ask, rowsOf }: Dataset,
  region: string,
  buyerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (buyerIds.length === 0) return new Map();
  const rows = await ask<{ buyer_id: number; name: string }>(
    `select buyer_id, name from ${rowsOf('buyer', [region])} buyer where buyer_id = any($1::bigint[])`,
    [[...buyerIds]],
  );
  return new Map(rows.map(({ buyer_id, name }) => [buyer_id, name]));
}
