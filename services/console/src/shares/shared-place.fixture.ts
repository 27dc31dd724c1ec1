import type { SharedPlace } from '@plat/contracts/admin';

const range = (value: number) => ({ value, value_low: Math.round(value * 0.9), value_high: Math.round(value * 1.1) });

/** A place with this many buyers. */
export const sharedPlace = (buyers = 3): SharedPlace => ({
  address: '3043 W Monte Vista Trl, Phoenix, AZ 85009',
  home: {
    property_type: 'Single Family Residential',
    bedrooms: 3,
    bathrooms: 2,
    living_square_feet: 1_480,
    lot_square_feet: 6_500,
    year_built: 1978,
    last_sale_date: '2025-08-04',
    last_sale_price: 271_000,
  },
  as_is: range(310_000),
  arv: range(400_000),
  rent: range(2_000),
  offer: { ...range(230_000), rule: 70, repairs: 40_000, fee: 10_000 },
  buyers: Array.from({ length: buyers }, (_, at) => ({
    rank: at + 1,
    name: `Buyer ${at + 1} LLC`,
    buyer_type: at % 2 === 0 ? ('flipper' as const) : ('landlord' as const),
    deals_nearby: 4,
    last_purchase_date: '2026-01-20',
    miles: 0.62,
  })),
  buyers_found: buyers,
  radius_miles: 2,
  records_through: '2026-02-27',
});
