import type { BuyerType, PropertyType } from '@plat/contracts';
import { type DealColumn, type DealNear, dealsNear, type ReadDataset } from '@plat/market';
import type { CompDeal } from '../domain/deal.ts';
import type { CompFinder } from '../domain/ports.ts';

const COLUMNS = [
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

const DEAL_TYPES = { flipper: 'flip', landlord: 'rental' } as const satisfies Record<BuyerType, string>;

/** Deals of the market dataset that count (C.1): off-market purchases are no comps, institutions' purchases are. */
export const marketComps = (read: ReadDataset): CompFinder => ({
  near: async (criteria, window, signal) => {
    const rows = await dealsNear(
      await read(signal),
      {
        latitude: criteria.latitude,
        longitude: criteria.longitude,
        radiusMiles: criteria.radius_miles,
        fromDate: window.from,
        asOf: window.to,
        dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
        propertyTypes: criteria.property_types,
        hideNonArmsLength: true,
        hideInstitutions: false,
        // A ranking by likeness needs to see them all.
        ...(criteria.subject_property_details === null ? { nearest: criteria.limit } : {}),
      },
      COLUMNS,
    );
    return rows.map(compFromRow);
  },
});

const compFromRow = (row: DealNear<(typeof COLUMNS)[number]>): CompDeal => ({
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
