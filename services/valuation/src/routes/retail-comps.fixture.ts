import type { DatasetRow } from '@plat/dataset';
import type { HandMadeRows } from '@plat/dataset/hand-made-market';
import type { PropertyValue } from '@plat/value-model';

export const AS_OF = '2026-06-30';

/** 2 * pi * 3958.7613 / 360: miles per degree of latitude on the sphere used for distances. */
const MILES_PER_DEGREE = (2 * Math.PI * 3958.7613) / 360;
/** Latitude of a point this many miles due north of the house. */
const north = (miles: number): number => 33.5 + miles / MILES_PER_DEGREE;

const FACTS = {
  property_type: 'SFR',
  bedrooms: 3,
  bathrooms: 2,
  living_square_feet: 1500,
  lot_square_feet: 6000,
  year_built: 1980,
  city: 'Phoenix',
  state: 'AZ',
  zip: '85013',
} as const;

/** The subject: three bedrooms, two baths, 1,500 square feet, built 1980. */
export const HOUSE: Partial<DatasetRow<'property'>> = {
  ...FACTS,
  property_id: 1,
  parcel_id: 'P1',
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  address_line: '12 W Juniper Ave',
  owner_name_1: 'ASHBROOK RUTH A',
  owner_name_2: 'ASHBROOK OWEN',
  estimated_rent: 2000,
  rent_source: 'table',
  latitude: 33.5,
  longitude: -112.1,
};

type Comp = Partial<DatasetRow<'comp_sale'>>;

/** A sale on the as-of day of a house identical to the subject, except for the changes. */
const comp = (property_id: number, price: number, changes: Comp = {}): Comp => ({
  ...FACTS,
  property_id,
  price,
  sale_date: AS_OF,
  latitude: 33.5,
  longitude: -112.1,
  source: 'recorder',
  address: `${property_id} N Near St, Phoenix, AZ 85013`,
  building_key: `${property_id} N NEAR ST|85013`,
  ...changes,
});

/**
 * Similarity deductions: 11 none; 14 a third of bedrooms and bathrooms, .15/3; 16 half of age, .10/2; 12 half of
 * recency, .15/2; 13 half of distance, .30/2; 18 three quarters of it, .225; 15 all of living area, .25; 17 all its
 * unknown features, .55.
 */
export const COMPS: Comp[] = [
  comp(11, 300_000),
  comp(12, 270_000, { sale_date: '2025-06-30' }),
  comp(13, 310_000, { latitude: north(0.99999) }),
  comp(14, 330_000, { bedrooms: 4, bathrooms: 3 }),
  comp(15, 900_000, { living_square_feet: 6000 }),
  comp(16, 280_000, { year_built: 1965 }),
  comp(17, 290_000, {
    bedrooms: null,
    bathrooms: null,
    living_square_feet: null,
    lot_square_feet: null,
    year_built: null,
  }),
  comp(18, 320_000, { latitude: north(2) }),
];

/** Sales that must not be comps of the house, by reason. */
const OTHERS: Comp[] = [
  comp(1, 250_000, { sale_date: '2026-05-01' }),
  comp(21, 200_000, { property_type: 'CONDO' }),
  comp(22, 200_000, { source: 'mls' }),
  comp(11, 200_000, { sale_date: '2026-03-01', superseded_on: AS_OF }),
  comp(24, 200_000, { latitude: north(3.01) }),
  comp(25, 200_000, { sale_date: '2025-06-29' }),
  comp(26, 200_000, { sale_date: '2026-07-01' }),
];

/** A condominium tower: five units sold, the first twice, one with its own coordinates. */
const unit = (property_id: number, price: number, changes: Comp = {}): Comp =>
  comp(property_id, price, {
    property_type: 'CONDO',
    latitude: 33.6,
    lot_square_feet: null,
    building_key: '500 E TOWER BLVD|85013',
    address: `500 E Tower Blvd Unit ${property_id}, Phoenix, AZ 85013`,
    sale_date: '2026-06-01',
    ...changes,
  });
const TOWER: Comp[] = [
  unit(51, 180_000, { sale_date: '2026-02-01', superseded_on: '2026-06-01' }),
  unit(51, 200_000),
  unit(52, 210_000),
  unit(53, 220_000, { latitude: 33.6001 }),
  unit(54, 190_000, { sale_date: '2026-01-02' }),
  unit(55, 230_000, { building_key: '502 E TOWER BLVD|85013' }),
];
const CONDO: Partial<DatasetRow<'property'>> = {
  ...HOUSE,
  property_id: 51,
  parcel_id: 'P51',
  property_type: 'CONDO',
  address: '500 E Tower Blvd Unit 51, Phoenix, AZ 85013',
  address_line: '500 E Tower Blvd Unit 51',
  building_key: '500 E TOWER BLVD|85013',
  lot_square_feet: null,
  latitude: 33.6,
};

/** A house in Texas, where prices are not public and closed listings replace sales. */
const RANCH: Partial<DatasetRow<'property'>> = {
  ...HOUSE,
  region: 'TX',
  property_id: 61,
  parcel_id: 'P61',
  state: 'TX',
  city: 'Austin',
  address: '7 Ranch Rd, Austin, TX 78701',
  address_line: '7 Ranch Rd',
  latitude: 30.3,
  longitude: -97.7,
};
const listed = (property_id: number, price: number, source = 'mls'): Comp =>
  comp(property_id, price, { region: 'TX', state: 'TX', latitude: 30.3, longitude: -97.7, source });

/**
 * Three flips two miles away, each bought at a value of 200,000 and resold for 1.2, 1.3 and 1.5 times that. Their buyers
 * paid 0.625, 0.65 and 0.7 of the resale price.
 */
const FLIPS = [
  { property_id: 71, purchase_price: 150_000, sale_price: 240_000 },
  { property_id: 72, purchase_price: 169_000, sale_price: 260_000 },
  { property_id: 73, purchase_price: 210_000, sale_price: 300_000 },
];

type Deal = Partial<DatasetRow<'deal'>>;
const flipDeal = (property_id: number, changes: Deal): Deal => ({
  ...FACTS,
  deal_id: property_id,
  property_id,
  deal_type: 'flip',
  purchase_date: '2025-09-01',
  event_date: '2026-01-15',
  visible_from: '2026-01-15',
  sale_date: '2026-01-15',
  arms_length: 'valid',
  latitude: north(2),
  longitude: -112.1,
  ...changes,
});
const FAR_PRICES = { purchase_price: 10_000, sale_price: 1_000_000 };
/** Flips that must not count as investor prices, by reason: their parcels are not on the roll. */
const OTHER_FLIPS: Deal[] = [
  flipDeal(171, { ...FAR_PRICES, institution: 'large' }),
  flipDeal(172, { ...FAR_PRICES, institution: 'listed' }),
  flipDeal(173, { ...FAR_PRICES, arms_length: 'non_arms_length' }),
  flipDeal(174, { ...FAR_PRICES, property_type: 'CONDO' }),
  flipDeal(175, { ...FAR_PRICES, latitude: north(3.01) }),
  flipDeal(176, { ...FAR_PRICES, event_date: '2024-06-29', sale_date: '2024-06-29', visible_from: '2024-06-29' }),
  flipDeal(177, { purchase_price: null, sale_price: 200_000 }),
];

/** Prices rise by a tenth in 365 days, and with the square root of the living area. */
const TREND = { county_key: '', property_type: 'SFR', sale_count: 500, size_elasticity: 0.5 };
const TENTH_A_YEAR = (Math.log(1.1) * 365.25) / 365;

const bare = (property_id: number, changes: Partial<DatasetRow<'property'>>) => ({ ...HOUSE, property_id, ...changes });

export const HAND_MADE_MARKET: HandMadeRows = {
  property: [
    HOUSE,
    CONDO,
    RANCH,
    bare(2, { property_type: 'LAND' }),
    bare(3, { property_type: 'OTHER' }),
    bare(4, { latitude: null, longitude: null }),
    bare(5, { latitude: 35, owner_name_2: null }),
    ...FLIPS.map(({ property_id }) => bare(property_id, { latitude: north(2) })),
  ],
  comp_sale: [...COMPS, ...OTHERS, ...TOWER, listed(62, 1), listed(63, 2), listed(64, 3), listed(65, 4, 'recorder')],
  price_trend: [{ ...TREND, annual_log_change: TENTH_A_YEAR }],
  sale: [
    { property_id: 1, sale_date: '2020-05-01', price: 250_000, arms_length: 'valid' },
    { property_id: 1, sale_date: '2024-05-01', price: 90_000, arms_length: 'non_arms_length' },
    { property_id: 1, sale_date: '2025-05-01', price: null, arms_length: 'undetermined' },
  ],
  listing: [{ region: 'TX', listing_id: 'L1', property_id: 61, close_date: '2021-03-04', close_price: 410_000 }],
  deal: [...FLIPS.map(({ property_id, ...prices }) => flipDeal(property_id, prices)), ...OTHER_FLIPS],
};

/** The fake value model: 290,000 for the house today, 200,000 for each flip at purchase. */
export const handMadeValue = async (property: DatasetRow<'property'>, asOf: string): Promise<PropertyValue | null> => {
  const known: Record<string, number> = { [`1 ${AS_OF}`]: 290_000 };
  for (const { property_id } of FLIPS) known[`${property_id} 2025-09-01`] = 200_000;
  const value = known[`${property.property_id} ${asOf}`];
  if (value === undefined) return null;
  return {
    value,
    valueLow: 0.9 * value,
    valueHigh: 1.1 * value,
    fsd: 0.1,
    confidenceScore: 75,
    confidenceLevel: 0.85,
    asOf,
    modelVersion: 'hand-made',
  };
};
