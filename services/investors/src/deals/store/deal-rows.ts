import type { BuyerType, PropertyType } from '@plat/contracts';
import type { DealColumn, DealNear } from '@plat/dataset';
import type { CompDeal, NearbyDeal } from '../domain/deal.ts';

/** What the market dataset calls the deals of each type of buyer. */
export const DEAL_TYPES = { flipper: 'flip', landlord: 'rental' } as const satisfies Record<BuyerType, string>;

/** What comps read of a deal. */
export const COMP_COLUMNS = [
  'deal_id',
  'deal_type',
  'event_date',
  'address',
  'property_type',
  'bedrooms',
  'bathrooms',
  'living_square_feet',
  'lot_square_feet',
  'latitude',
  'longitude',
  'purchase_date',
  'purchase_price',
  'sale_date',
  'sale_price',
] as const satisfies readonly DealColumn[];

/** What a search reads of a deal. */
export const DEAL_COLUMNS = [
  ...COMP_COLUMNS,
  'estimated_value',
  'purchase_method',
  'buyer_id',
  'buyer_name',
  'buyer_name_key',
  'buyer_is_entity',
  'buyer_mailing_key',
  'buyer_mailing_zip',
  'buyer_mailing_state',
  'reliability',
] as const satisfies readonly DealColumn[];

export const compFromRow = (row: DealNear<(typeof COMP_COLUMNS)[number]>): CompDeal => ({
  dealId: row.deal_id,
  buyerType: row.deal_type === 'flip' ? 'flipper' : 'landlord',
  distanceMiles: row.distance_miles,
  eventDate: row.event_date,
  address: row.address,
  propertyType: row.property_type as PropertyType,
  bedrooms: row.bedrooms,
  bathrooms: row.bathrooms,
  livingSquareFeet: row.living_square_feet,
  lotSquareFeet: row.lot_square_feet,
  latitude: row.latitude,
  longitude: row.longitude,
  purchaseDate: row.purchase_date,
  purchasePrice: row.purchase_price,
  saleDate: row.sale_date,
  salePrice: row.sale_price,
});

export const dealFromRow = (row: DealNear<(typeof DEAL_COLUMNS)[number]>): NearbyDeal => ({
  ...compFromRow(row),
  estimatedValue: row.estimated_value,
  purchaseMethod: row.purchase_method,
  buyer: {
    buyerId: row.buyer_id,
    name: row.buyer_name,
    nameKey: row.buyer_name_key,
    isEntity: row.buyer_is_entity,
    mailingKey: row.buyer_mailing_key,
    mailingZip: row.buyer_mailing_zip,
    mailingState: row.buyer_mailing_state,
    reliability: row.reliability,
  },
});
