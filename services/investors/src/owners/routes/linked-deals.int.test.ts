import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { LinkedDealsRequest } from '@plat/contracts';
import { DEADLINE_HEADER } from '@plat/kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import type { LinkedDeals } from '../domain/linked-deals.ts';
import { LINKED_DEALS_MARKET } from './linked-deals.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest(LINKED_DEALS_MARKET);
}, 60_000);
afterAll(() => service?.close());

const post = (body: unknown, headers?: Record<string, string>) => service.ask('/v1/linked-deals', body, headers);

async function linked(body: LinkedDealsRequest): Promise<LinkedDeals> {
  const response = await post(body);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as LinkedDeals;
}
const ids = async (body: LinkedDealsRequest) => (await linked(body)).results.map(({ id }) => id);

const WREN: LinkedDealsRequest = { search_string: 'Cactus Wren Homes, L.L.C.', search_state: 'az' };
const MAIL: LinkedDealsRequest = {
  search_string: '9 East Almeria Road, Suite 2, Phoenix, AZ 85003',
  is_entity_name: false,
};
const NOTHING = {
  metadata: {
    rental_count: 0,
    flip_count: 0,
    total_deals: 0,
    main_property_type: '',
    estimated_portfolio_value: 0,
    average_flip_duration: 0,
    average_purchase_arv_percent: 0,
    average_purchase_price: 0,
    average_flip_gross_profit: 0,
  },
  results: [],
};

describe('POST /v1/linked-deals over a small market', () => {
  test('sums every counted deal of the owner, under all names of the cluster', async () => {
    expect((await linked(WREN)).metadata).toEqual({
      rental_count: 3,
      flip_count: 2,
      total_deals: 5,
      main_property_type: 'Condominium',
      estimated_portfolio_value: 210_000,
      average_flip_duration: 140,
      average_purchase_arv_percent: 95.6,
      average_purchase_price: 142_500,
      average_flip_gross_profit: 20_000,
    });
  });

  test('lists deals by their latest deed, each with every key', async () => {
    const { results } = await linked(WREN);
    expect(results.map(({ id }) => id)).toEqual([1, 2, 3, 5, 4]);
    expect(results[0]).toEqual({
      id: 1,
      buyernames: 'CACTUS WREN HOMES LLC',
      sellernames: 'FIRST SELLER',
      address: { street: '1 N Wash St', city: 'Phoenix', state: 'AZ', zip: '85013' },
      latitude: 33.5,
      longitude: -112.1,
      bedrooms: 3,
      bathrooms: 2,
      livingsquarefeet: 1500,
      lotsquarefeet: 6000,
      unitscount: 1,
      yearbuilt: 1980,
      propertytype: 'Single Family Residential',
      estimatedvalue: 260_000,
      equitypercent: 100,
      deal_type: 'flip',
      sale_date: '2025-07-09',
      sale_price: 250_000,
      purchase_date: '2025-01-10',
      purchase_price: 200_000,
    });
    expect(results[2]).toMatchObject({
      deal_type: 'rental',
      sellernames: 'THIRD SELLER',
      sale_date: null,
      sale_price: null,
      estimatedvalue: 210_000,
      equitypercent: 50,
    });
    expect(results[3]).toMatchObject({ purchase_price: null, sellernames: null, equitypercent: null });
  });

  test.each<[string, LinkedDealsRequest, number[]]>([
    ['another state knows its own owner of that name', { ...WREN, search_state: 'NV' }, [90]],
    ['a state without records knows nobody', { ...WREN, search_state: 'VT' }, []],
    ['strict: an alike name is another owner', { ...WREN, search_string: 'Cactus Wrenn Homes LLC' }, [30]],
    ['strict: a name that nobody bears', { ...WREN, search_string: 'Cactus Wren' }, []],
    ['a name of nothing but punctuation', { ...WREN, search_string: '...' }, []],
    ['null is true', { ...WREN, is_entity_name: null, strict_matches_only: null }, [1, 2, 3, 5, 4]],
    ['an address, in every state, of all clusters there', MAIL, [20, 1, 2, 3, 5, 4, 90]],
    ['an address, in one state', { ...MAIL, search_state: 'NV' }, [90]],
    [
      'an address without ZIP code',
      { ...MAIL, search_string: '9 E Almeria Rd Ste 2, Phoenix, AZ', search_state: 'NV' },
      [90],
    ],
    ['an address without its unit', { ...MAIL, search_string: '9 E Almeria Rd, Phoenix, AZ 85003' }, []],
    [
      'an address without its unit, wide',
      { ...MAIL, search_string: '9 E Almeria Rd, Phoenix, AZ 85003', strict_matches_only: false },
      [60, 20, 1, 2, 3, 5, 4, 90],
    ],
    [
      'an address of many owners, since it is asked for',
      { ...MAIL, search_string: '1 N Agent Plz 100, Phoenix, AZ 85001' },
      [80, 1, 2, 3, 5, 4],
    ],
    ['an address that is no place', { ...MAIL, search_string: '12' }, []],
    // One hop: the neighbour at the office and the alike name in its ZIP code. Not: the series II, the same name two ZIP
    // codes on, the neighbour's other neighbour, the agent's other clients.
    ['wide, by name', { ...WREN, strict_matches_only: false }, [30, 20, 1, 2, 3, 5, 4]],
    [
      'wide, by a name that nobody bears: the alike names of the state',
      { ...WREN, search_string: 'Cactus Wren Homess LLC', strict_matches_only: false },
      [30, 1, 2, 3, 5, 4],
    ],
    [
      'wide, by a name misspelt near its beginning',
      { ...WREN, search_string: 'Cactuss Wren Homes LLC', strict_matches_only: false },
      [30, 1, 2, 3, 5, 4],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await ids(body)).toEqual(expected);
  });

  test('returns an empty result in full form', async () => {
    expect(await linked({ ...WREN, search_string: 'Nobody LLC' })).toEqual(NOTHING);
  });

  test('counts a rental as held when another matched owner has it', async () => {
    const { metadata } = await linked({ ...WREN, strict_matches_only: false });
    expect(metadata).toMatchObject({ total_deals: 7, estimated_portfolio_value: 210_000 + 500_000 + 310_000 });
  });

  test('returns the match reason only on request', async () => {
    const { results } = await linked({ ...WREN, strict_matches_only: false, explain: true });
    expect(results.map(({ id, match_reason }) => [id, match_reason])).toEqual([
      [30, 'similar_name_same_zip'],
      [20, 'shared_mailing_address'],
      [1, 'exact_name'],
      [2, 'linked_name'],
      [3, 'exact_name'],
      [5, 'exact_name'],
      [4, 'exact_name'],
    ]);
    for (const { match_confidence } of results) expect(match_confidence).toBeWithin(0.01, 1);
    const building = await linked({
      ...MAIL,
      search_string: '9 E Almeria Rd, Phoenix, AZ 85003',
      strict_matches_only: false,
      explain: true,
      search_state: 'NV',
    });
    expect(building.results[0]).toMatchObject({ match_reason: 'mailing_building' });
    const [plain] = (await linked(WREN)).results;
    expect(Object.keys(plain ?? {})).not.toContainAnyValues(['match_reason', 'match_confidence']);
  });
});

describe('requests to POST /v1/linked-deals', () => {
  test.each<[string, unknown, string]>([
    ['no search_string', { search_state: 'AZ' }, 'search_string'],
    ['one letter', { search_string: ' x ', search_state: 'AZ' }, 'search_string'],
    ['no state for a name', { search_string: 'ACME LLC' }, 'search_state'],
    ['no state where null makes it a name', { search_string: 'ACME LLC', is_entity_name: null }, 'search_state'],
    ['an unknown state', { search_string: 'ACME LLC', search_state: 'XX' }, 'search_state'],
    ['an address without letters or digits', { search_string: '--', is_entity_name: false }, 'search_string'],
    ['text for a flag', { ...WREN, strict_matches_only: 'no' }, 'strict_matches_only'],
  ])('with %s are refused naming the field', async (_, body, field) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining(field) });
  });

  test('past their deadline get 504', async () => {
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.sql.begin(async (tx) => {
      await tx`lock table market.buyer_alias in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const { status } = await post(WREN, { [DEADLINE_HEADER]: String(Date.now() + 200) });
    release.resolve();
    await blocker;
    expect(status).toBe(504);
  });
});
