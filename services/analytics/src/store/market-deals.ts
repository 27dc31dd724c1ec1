import type { BuyerType, PropertyType } from '@plat/contracts';
import { type DealColumn, type DealNear, dealsNear, type ReadDataset } from '@plat/dataset';
import type { AreaDeal } from '../domain/area-deal.ts';
import type { DealFinder } from '../domain/ports.ts';

const COLUMNS = [
  'deal_id',
  'deal_type',
  'event_date',
  'address_line',
  'city',
  'state',
  'zip',
  'latitude',
  'longitude',
  'property_type',
  'bedrooms',
  'bathrooms',
  'living_square_feet',
  'lot_square_feet',
  'purchase_date',
  'purchase_price',
  'purchase_method',
  'sale_date',
  'sale_price',
] as const satisfies readonly DealColumn[];

const DEAL_TYPES = { flipper: 'flip', landlord: 'rental' } as const satisfies Record<BuyerType, string>;

/** Deals of the market dataset; institutions buy too, off-market purchases are never counted. */
export function marketDeals(read: ReadDataset): DealFinder {
  return {
    within: async (radiusMiles, { center, propertyTypes, window, buyerTypes }, signal) => {
      const rows = await dealsNear(
        await read(signal),
        {
          ...center,
          radiusMiles,
          fromDate: window.from,
          asOf: window.to,
          dealTypes: buyerTypes.map((buyerType) => DEAL_TYPES[buyerType]),
          propertyTypes,
          hideNonArmsLength: true,
          hideInstitutions: false,
        },
        COLUMNS,
      );
      return rows.flatMap(dealFromRow);
    },
  };
}

function dealFromRow(row: DealNear<(typeof COLUMNS)[number]>): AreaDeal[] {
  const { latitude, longitude } = row;
  if (latitude === null || longitude === null) return [];
  return [
    {
      dealId: row.deal_id,
      buyerType: row.deal_type === 'flip' ? 'flipper' : 'landlord',
      eventDate: row.event_date,
      addressLine: row.address_line,
      city: row.city,
      state: row.state,
      zip: row.zip,
      location: { latitude, longitude },
      propertyType: row.property_type as PropertyType,
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      livingSquareFeet: row.living_square_feet,
      lotSquareFeet: row.lot_square_feet,
      purchaseDate: row.purchase_date,
      purchasePrice: row.purchase_price,
      purchaseMethod: row.purchase_method,
      saleDate: row.sale_date,
      salePrice: row.sale_price,
    },
  ];
}
