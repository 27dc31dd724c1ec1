import type { DatasetRow } from '@plat/dataset';
import type { HandMadeRows } from '../../hand-made-market.fixture.ts';

export const AS_OF = '2026-06-30';

/** 2 * pi * 3958.7613 / 360: miles in one degree of latitude on the sphere that distances are measured on. */
const MILES_PER_DEGREE = (2 * Math.PI * 3958.7613) / 360;
/** Latitude of a point this many miles due north of the house. */
export const north = (miles: number): number => 33.5 + miles / MILES_PER_DEGREE;

/** The subject: three bedrooms, two baths, 1,500 square feet. */
export const HOUSE = {
  property_id: 1,
  parcel_id: 'P1',
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  property_type: 'SFR',
  bedrooms: 3,
  bathrooms: 2,
  living_square_feet: 1500,
  latitude: 33.5,
  longitude: -112.1,
};

type Deal = Partial<DatasetRow<'deal'>>;
let lastId = 0;

/** A rental purchase of a house like the subject, unless the changes say otherwise; one buyer id for every name. */
function rental(miles: number, buyer: string, eventDate: string, changes: Deal = {}): Deal {
  lastId += 1;
  return {
    deal_id: lastId,
    deal_type: 'rental',
    event_date: eventDate,
    visible_from: eventDate,
    purchase_date: eventDate,
    purchase_price: 300_000,
    purchase_method: 'cash',
    property_id: 100 + lastId,
    parcel_id: `P${100 + lastId}`,
    address: `${lastId} N Near St, Phoenix, AZ 85013`,
    latitude: north(miles),
    longitude: HOUSE.longitude,
    property_type: 'SFR',
    bedrooms: 3,
    bathrooms: 2,
    living_square_feet: 1500,
    lot_square_feet: 6000,
    arms_length: 'valid',
    buyer_id: idOf(buyer),
    buyer_name: buyer,
    buyer_name_key: buyer,
    buyer_is_entity: true,
    buyer_mailing_key: '9 E ALMERIA RD PHOENIX AZ 85003',
    buyer_mailing_zip: '85003',
    buyer_mailing_state: 'AZ',
    reliability: 1,
    ...changes,
  };
}

const ids = new Map<string, number>();
const idOf = (buyer: string): number => {
  const id = ids.get(buyer) ?? ids.size + 1;
  ids.set(buyer, id);
  return id;
};

const flip = (miles: number, buyer: string, soldOn: string, changes: Deal = {}): Deal =>
  rental(miles, buyer, soldOn, {
    deal_type: 'flip',
    purchase_date: '2026-01-10',
    purchase_price: 250_000,
    purchase_method: 'hard_money',
    sale_date: soldOn,
    sale_price: 360_000,
    ...changes,
  });

const person = { buyer_is_entity: false };

/**
 * Scores by the fitted weights, of distance + similarity + activity + reliability (deals as activity counts them):
 * NEAR FLIPS .248 + .025 + .231 + .124 = .628 (1.609), BOTH WAYS landlord .213 + .025 + .261 + .124 = .624 (1.964),
 * BOTH WAYS flipper .129 + .025 + .261 + .124 = .540 (1.964), HALF MILE .166 + .023 + .154 + .124 = .467 (0.898),
 * ASHBROOK .101 + .025 + .116 + .124 = .366 (0.620), ERASED .061 + .025 + .084 + .124 = .295 (0.420).
 */
export const DEALS: Deal[] = [
  flip(0.1, 'NEAR FLIPS LLC', '2026-06-20'),
  flip(1.9, 'NEAR FLIPS LLC', '2024-07-15'),
  flip(1.7, 'NEAR FLIPS LLC', '2024-08-15'),
  // The cluster's best rental purchase represents it; its older one and the flip take no further rows.
  rental(0.25, 'BOTH WAYS LLC', '2026-05-31'),
  rental(1.8, 'BOTH WAYS LLC', '2024-08-01'),
  flip(0.75, 'BOTH WAYS LLC', '2025-06-30', { purchase_price: 240_000 }),
  rental(0.5, 'HALF MILE RENTALS LLC', '2026-05-01', { bedrooms: 4, bathrooms: 2.5 }),
  rental(1, 'ASHBROOK RUTH A', '2025-06-30', { ...person, bedrooms: null }),
  rental(1.5, 'ERASED OWEN', '2025-01-15', person),
  rental(0.2, 'SHOP OWNER LLC', '2026-06-01', { property_type: 'OTHER', bedrooms: null, bathrooms: null }),
  rental(0.2, 'BIG FUND LLC', '2026-06-01', { institution: 'large' }),
  rental(0.2, 'QUICK OFFERS LLC', '2026-06-01', { institution: 'ibuyer' }),
  flip(0.2, 'QUICK OFFERS LLC', '2026-06-01', { institution: 'ibuyer' }),
  flip(3.5, 'LARGE FLIPPER LLC', '2026-06-01', { institution: 'large' }),
  rental(0.2, 'COUSIN LLC', '2026-06-01', { arms_length: 'non_arms_length' }),
  rental(0.2, 'LONG AGO LLC', '2024-06-29'),
  rental(5, 'FIVE YEARS LLC', '2021-06-30'),
  rental(2.5, 'FAR AWAY LLC', '2026-06-01'),
  // A purchase by a buyer who mostly flips counts from a year on.
  rental(0.2, 'PENDING LLC', '2026-06-01', { visible_from: '2027-06-01' }),
  flip(0.2, 'SLOW FLIP LLC', '2026-06-01', { extended: true }),
];

const contact = (name: string, first: string, last: string, wireless: string[], email: string[]) => ({
  name_key: name,
  mailing_key: '9 E ALMERIA RD PHOENIX AZ 85003',
  mailing_state: 'AZ',
  mailing_zip: '85003',
  first_name: first,
  last_name: last,
  wireless,
  email,
});

/** Rental purchases of the searched house itself: by an owner without other deals, and by one who has some. */
export const OWN_PURCHASES: Deal[] = ['HOUSE OWNER LLC', 'HALF MILE RENTALS LLC'].map((buyer) =>
  rental(0, buyer, '2024-07-02', { property_id: HOUSE.property_id, parcel_id: HOUSE.parcel_id }),
);

export const HAND_MADE_MARKET: HandMadeRows = {
  property: [HOUSE],
  deal: DEALS,
  contact: [
    contact('NEAR FLIPS LLC', 'Ada', 'Oakley', ['6025550101'], ['ada@example.com']),
    contact('BOTH WAYS LLC', 'Bea', 'Elmore', ['6025550102', '6025550103'], ['bea@example.com']),
    contact('HALF MILE RENTALS LLC', 'Cy', 'Fairton', ['6025550104'], ['cy@example.com']),
    contact('ERASED OWEN', 'Owen', 'Erased', ['6025550105'], ['owen@example.com']),
  ],
  suppression: [
    { kind: 'phone', value: '6025550102', list: 'national_dnc', listed_on: '2026-06-25' },
    { kind: 'phone', value: '6025550104', list: 'national_dnc', listed_on: '2026-06-25' },
    { kind: 'person', value: 'OWEN ERASED|85003', list: 'deletion', listed_on: '2026-06-01' },
  ],
};
