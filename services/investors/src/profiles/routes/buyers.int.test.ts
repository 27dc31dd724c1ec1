import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BuyerProfile, encodeBuyerId } from '@plat/contracts';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { LINKED_DEALS_MARKET } from '../../owners/routes/linked-deals.fixture.ts';

const WREN = 11;
const MERGED = 5;
const DELETED = 16;
const OWNERS = [
  [WREN, 'CACTUS WREN HOMES LLC', null],
  [12, 'OCOTILLO RENTALS LLC', 'large'],
  [13, 'CACTUS WRENN HOMES LLC', null],
  [DELETED, 'ERASED OWEN', null],
  [17, 'CACTUS WREN HOMES II LLC', null],
] as const;

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest({
    ...LINKED_DEALS_MARKET,
    buyer: OWNERS.map(([buyer_id, name, institution]) => ({ buyer_id, name, institution })),
    buyer_merge: [
      { merged_id: MERGED, buyer_id: WREN },
      { merged_id: 7, buyer_id: WREN },
    ],
    buyer_alias: [
      ...(LINKED_DEALS_MARKET.buyer_alias ?? []).filter(({ buyer_id }) => buyer_id !== DELETED),
      {
        buyer_id: DELETED,
        name_key: 'ERASED OWEN',
        name: 'ERASED OWEN',
        mailing_key: '9 E ALMERIA RD #2|85003',
        mailing_building_key: '9 E ALMERIA RD|85003',
        occurrences: 1,
      },
    ],
    deal: (LINKED_DEALS_MARKET.deal ?? []).map((deal) => ({
      ...deal,
      fips: '04013',
      county: 'Maricopa',
      buyer_mailing_line: deal.deal_id === 4 ? '1 Old Rd' : '9 E Almeria Rd Ste 2',
      buyer_mailing_city: 'Phoenix',
      buyer_mailing_state: 'AZ',
      buyer_mailing_zip: '85003',
    })),
    suppression: [
      { region: 'ALL', kind: 'person', value: 'OWEN ERASED|85003', list: 'deletion', listed_on: '2026-06-01' },
    ],
  });
}, 60_000);
afterAll(() => service?.close());

const get = (buyerId: string) => service.get(`/v1/buyers?buyer_id=${buyerId}`);
async function profile(buyerId: number): Promise<BuyerProfile> {
  const response = await get(encodeBuyerId(buyerId));
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as BuyerProfile;
}

describe('GET /v1/buyers over a market that can be checked on paper', () => {
  test('describes a buyer with every documented field', async () => {
    expect(await profile(WREN)).toEqual({
      buyer_id: 'buy_b',
      merged_from: ['buy_5', 'buy_7'],
      names: [
        { name: 'CACTUS WREN HOMES LLC', deals: 4 },
        { name: 'CACTUS WREN HOME LLC', deals: 1 },
      ],
      kind: 'company',
      mailing_addresses: [
        { line: '9 E Almeria Rd Ste 2', city: 'Phoenix', state: 'AZ', zip: '85003' },
        { line: '1 Old Rd', city: 'Phoenix', state: 'AZ', zip: '85003' },
      ],
      counties: [{ fips: '04013', county: 'Maricopa', state: 'AZ', deals: 5 }],
      first_deal_date: '2022-01-01',
      last_deal_date: '2025-07-09',
      statistics: {
        rental_count: 3,
        flip_count: 2,
        total_deals: 5,
        main_property_type: 'Condominium',
        estimated_portfolio_value: 210_000,
        average_flip_duration: 140,
        average_purchase_arv_percent: 95.6,
        average_purchase_price: 142_500,
        average_flip_gross_profit: 20_000,
      },
      // Prices 100, 120, 150 and 200 thousand: positions 0.3 and 2.7 of 0 to 3.
      buy_box: {
        price_low: 106_000,
        price_high: 185_000,
        bedrooms: { low: 3, high: 3 },
        living_square_feet_low: 1500,
        living_square_feet_high: 1500,
        year_built_low: 1980,
        year_built_high: 1980,
        property_types: ['Condominium', 'Single Family Residential'],
        zips: ['85013'],
      },
      // 180 and 100 days.
      hold_days_median: 140,
      holdings: [
        {
          property_id: 'prp_rv',
          address: null,
          purchase_date: '2024-05-05',
          purchase_price: null,
          estimated_value: 210_000,
        },
      ],
      links: [
        { name: 'CACTUS WRENN HOMES LLC', reason: 'similar_name_same_zip', confidence: expect.any(Number) },
        { name: 'ERASED OWEN', reason: 'shared_mailing_address', confidence: 0.8 },
        { name: 'OCOTILLO RENTALS LLC', reason: 'shared_mailing_address', confidence: 0.8 },
      ],
    });
  });

  test('returns, for the id of a merged buyer, the buyer that it was merged into', async () => {
    expect(await profile(MERGED)).toEqual(await profile(WREN));
  });

  test('has no buy box bounds below three purchases, and no holding time without flips', async () => {
    const { buy_box, hold_days_median, kind } = await profile(13);
    expect(buy_box).toMatchObject({ price_low: null, price_high: null, bedrooms: { low: null, high: null } });
    expect(buy_box.zips).toEqual(['85013']);
    expect([hold_days_median, kind]).toEqual([null, 'company']);
  });

  test('calls a large landlord an institution', async () => {
    expect((await profile(12)).kind).toBe('institution');
  });

  test('hides addresses and links of a person who asked for deletion, and keeps the recorded name', async () => {
    const { kind, names, mailing_addresses, links, statistics } = await profile(DELETED);
    expect([kind, names.map(({ name }) => name)]).toEqual(['person', ['ERASED OWEN']]);
    expect([mailing_addresses, links]).toEqual([[], []]);
    expect(statistics.total_deals).toBe(1);
  });

  test.each(['buy_zzz', 'buy_', 'prp_b', 'nonsense', 'buy_B'])('returns 404 for the id %p', async (buyerId) => {
    const response = await get(buyerId);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'There is no buyer with this buyer_id', code: 'NOT_FOUND' },
    ]);
  });

  test('returns 400 without an id', async () => {
    const response = await service.get('/v1/buyers');
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      'buyer_id is required',
    ]);
  });
});
