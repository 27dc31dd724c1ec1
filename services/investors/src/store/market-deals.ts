import type { BuyerFilters, BuyerType, PropertyType } from '@plat/contracts';
import { type DealColumn, type DealNear, dealsNear, type ReadDataset } from '@plat/market';
import type { NearbyDeal } from '../domain/deal.ts';
import type { DealFinder } from '../domain/ports.ts';

/** What a search reads of a deal. */
export const DEAL_COLUMNS = [
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
  'estimated_value',
  'purchase_date',
  'purchase_price',
  'purchase_method',
  'sale_date',
  'sale_price',
  'buyer_id',
  'buyer_name',
  'buyer_name_key',
  'buyer_is_entity',
  'buyer_mailing_key',
  'buyer_mailing_zip',
  'buyer_mailing_state',
  'reliability',
] as const satisfies readonly DealColumn[];

const DEAL_TYPES = { flipper: 'flip', landlord: 'rental' } as const satisfies Record<BuyerType, string>;

/** Deals of the market dataset. */
export function marketDeals(read: ReadDataset): DealFinder {
  return {
    near: async (center, criteria, window, signal) => {
      const rows = await dealsNear(
        await read(signal),
        {
          latitude: center.latitude,
          longitude: center.longitude,
          radiusMiles: criteria.radius_miles,
          fromDate: window.from,
          asOf: window.to,
          dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
          ...filtersOf(criteria),
        },
        DEAL_COLUMNS,
      );
      return rows.map(dealFromRow);
    },
  };
}

export const filtersOf = (criteria: BuyerFilters) => ({
  propertyTypes: criteria.property_types,
  hideNonArmsLength: criteria.hide_non_arms_length,
  hideInstitutions: criteria.hide_hedge_fund,
  bedrooms: { min: criteria.min_bedrooms, max: criteria.max_bedrooms },
  bathrooms: { min: criteria.min_bathrooms, max: criteria.max_bathrooms },
  purchasePrice: { min: criteria.min_purchase_price, max: criteria.max_purchase_price },
});

export function dealFromRow(row: DealNear<(typeof DEAL_COLUMNS)[number]>): NearbyDeal {
  return {
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
    estimatedValue: row.estimated_value,
    purchaseDate: row.purchase_date,
    purchasePrice: row.purchase_price,
    purchaseMethod: row.purchase_method,
    saleDate: row.sale_date,
    salePrice: row.sale_price,
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
  };
}
