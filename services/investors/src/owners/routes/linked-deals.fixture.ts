import type { DatasetRow } from '@plat/dataset';
import type { HandMadeRows } from '../../hand-made-market.fixture.ts';

type Deal = Partial<DatasetRow<'deal'>>;
type Sale = Partial<DatasetRow<'sale'>>;
type Alias = Partial<DatasetRow<'buyer_alias'>>;

const WREN = 11;
const NEIGHBOUR = 12;
const MISSPELT = 13;
const ELSEWHERE = 14;
const TWO_HOPS = 15;
const NEVADA_WREN = 21;
const STRANGER = 90;
const AGENT_CLIENTS = 26;

const OFFICE = '9 E ALMERIA RD #2|85003';
const UPSTAIRS = '9 E ALMERIA RD #3|85003';
const MAIL_ROOM = '500 W BOX ST #7|85009';
const AGENT = '1 N AGENT PLZ #100|85001';

const alias = (buyer_id: number, name_key: string, mailing_key: string | null, more: Alias = {}): Alias => ({
  buyer_id,
  name_key,
  name: name_key,
  mailing_key,
  occurrences: 1,
  mailing_building_key: mailing_key?.replace(/ #\d+/, '') ?? null,
  ...more,
});

const ALIASES: Alias[] = [
  alias(WREN, 'CACTUS WREN HOMES LLC', OFFICE, { occurrences: 5 }),
  alias(WREN, 'CACTUS WREN HOME LLC', OFFICE),
  alias(WREN, 'CACTUS WREN HOMES LLC', null),
  // A registered agent's address: more than 25 owners share it, so it links none of them.
  alias(WREN, 'CACTUS WREN HOMES LLC', AGENT),
  ...Array.from({ length: AGENT_CLIENTS }, (_, at) => alias(100 + at, `CLIENT ${at} LLC`, AGENT)),
  // Only two owners with deals share this one, but forty owners of homes get their mail there too.
  alias(WREN, 'CACTUS WREN HOMES LLC', MAIL_ROOM, { mailing_owners: 42 }),
  alias(16, 'UPSTAIRS NEIGHBOUR LLC', MAIL_ROOM, { mailing_owners: 42 }),
  alias(NEIGHBOUR, 'OCOTILLO RENTALS LLC', OFFICE),
  alias(NEIGHBOUR, 'OCOTILLO RENTALS LLC', '400 W ELM ST|85004'),
  alias(MISSPELT, 'CACTUS WRENN HOMES LLC', '77 W OAK ST|85003'),
  alias(ELSEWHERE, 'CACTUS WRENS HOMES LLC', '5 N PINE ST|85716'),
  alias(TWO_HOPS, 'TWO HOPS LLC', '400 W ELM ST|85004'),
  alias(16, 'UPSTAIRS NEIGHBOUR LLC', UPSTAIRS),
  alias(17, 'CACTUS WREN HOMES II LLC', '78 W OAK ST|85003'),
  alias(NEVADA_WREN, 'CACTUS WREN HOMES LLC', OFFICE, { region: 'NV' }),
];

const deal = (deal_id: number, buyer_id: number, changes: Deal): Deal => ({
  deal_id,
  buyer_id,
  deal_type: 'rental',
  arms_length: 'valid',
  property_id: 1000 + deal_id,
  parcel_id: `P${deal_id}`,
  property_type: 'SFR',
  address_line: `${deal_id} N Wash St`,
  city: 'Phoenix',
  state: 'AZ',
  zip: '85013',
  latitude: 33.5,
  longitude: -112.1,
  bedrooms: 3,
  bathrooms: 2,
  living_square_feet: 1500,
  lot_square_feet: 6000,
  units_count: 1,
  year_built: 1980,
  buyer_name: 'CACTUS WREN HOMES LLC',
  buyer_name_key: 'CACTUS WREN HOMES LLC',
  event_date: changes.sale_date ?? changes.purchase_date,
  visible_from: changes.sale_date ?? changes.purchase_date,
  ...changes,
});

const flip = (deal_id: number, buyer_id: number, changes: Deal): Deal =>
  deal(deal_id, buyer_id, { deal_type: 'flip', ...changes });

/**
 * The owner asked for, cluster 11: flips of 180 days (200,000 to 250,000: 80 %, +50,000) and 100 days (100,000 to 90,000:
 * 111.1 %, -10,000); rentals at 150,000 (held, worth 210,000 by the model, 105,000 borrowed), the same house earlier at
 * 120,000, and one without a price that is sold again. Mean price (200 + 100 + 150 + 120) / 4 = 142,500.
 */
const DEALS: Deal[] = [
  flip(1, WREN, { purchase_date: '2025-01-10', purchase_price: 200_000, sale_date: '2025-07-09', sale_price: 250_000 }),
  flip(2, WREN, {
    purchase_date: '2025-03-01',
    purchase_price: 100_000,
    sale_date: '2025-06-09',
    sale_price: 90_000,
    property_type: 'CONDO',
    buyer_name: 'CACTUS WREN HOME LLC',
    buyer_name_key: 'CACTUS WREN HOME LLC',
  }),
  deal(3, WREN, { purchase_date: '2024-05-05', purchase_price: 150_000, property_type: 'CONDO' }),
  deal(4, WREN, { purchase_date: '2022-01-01', purchase_price: 120_000, property_id: 1003, property_type: 'CONDO' }),
  deal(5, WREN, { purchase_date: '2023-02-02', purchase_price: null, estimated_value: 500_000 }),
  // These do not count.
  flip(6, WREN, { purchase_date: '2024-01-01', sale_date: '2025-12-01', sale_price: 1, extended: true }),
  deal(7, WREN, { purchase_date: '2026-01-01', purchase_price: 1, arms_length: 'non_arms_length' }),
  deal(8, WREN, { purchase_date: '2026-01-01', purchase_price: 1, visible_from: '2026-07-01' }),
  deal(9, WREN, { purchase_date: '2026-07-01', purchase_price: 1 }),
  deal(20, NEIGHBOUR, { purchase_date: '2026-02-01', purchase_price: 300_000, estimated_value: 310_000 }),
  deal(30, MISSPELT, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(40, ELSEWHERE, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(50, TWO_HOPS, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(60, 16, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(70, 17, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(80, 100, { purchase_date: '2026-03-01', purchase_price: 100_000 }),
  deal(90, NEVADA_WREN, {
    purchase_date: '2021-04-04',
    purchase_price: 90_000,
    region: 'NV',
    state: 'NV',
    property_type: 'MFR',
  }),
];

const sale = (sale_id: number, property_id: number, sale_date: string, changes: Sale): Sale => ({
  sale_id,
  property_id,
  sale_date,
  parcel_id: `P${property_id}`,
  arms_length: 'valid',
  ...changes,
});

const SALES: Sale[] = [
  sale(1, 1001, '2025-01-10', { buyer_id: WREN, grantor: 'FIRST SELLER', loan_amount: 150_000 }),
  // The resale: today's owner bought in cash.
  sale(501, 1001, '2025-07-09', { buyer_id: STRANGER, seller_id: WREN, purchase_method: 'cash' }),
  sale(4, 1003, '2022-01-01', { buyer_id: WREN, grantor: 'SECOND SELLER' }),
  sale(503, 1003, '2023-01-01', { buyer_id: STRANGER, seller_id: WREN }),
  sale(3, 1003, '2024-05-05', { buyer_id: WREN, seller_id: STRANGER, grantor: 'THIRD SELLER', loan_amount: 105_000 }),
  sale(5, 1005, '2023-02-02', { buyer_id: WREN }),
  sale(505, 1005, '2026-01-15', { buyer_id: NEIGHBOUR, seller_id: WREN }),
  // Recorded with a future date.
  sale(520, 1020, '2026-07-15', { buyer_id: STRANGER, seller_id: NEIGHBOUR }),
];

export const LINKED_DEALS_MARKET: HandMadeRows = {
  property: [
    { property_id: 1003, parcel_id: 'P3', property_type: 'CONDO', avm_value: 210_000, estimated_value: 190_000 },
    { property_id: 1001, parcel_id: 'P1', property_type: 'SFR', estimated_value: 260_000 },
  ],
  deal: DEALS,
  sale: SALES,
  buyer_alias: ALIASES,
  street: [{ street_key: 'E ALMERIA RD', street_name_key: 'ALMERIA', city_key: 'PHOENIX', zip: '85003' }],
};
