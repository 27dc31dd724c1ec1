import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { InvestorComp, InvestorCompsRequest } from '@plat/contracts';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { HOUSE, north } from '../../search/routes/buyer-search.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

const HERE = { latitude: HOUSE.latitude, longitude: HOUSE.longitude };
const LIKE_HOUSE = { bedrooms: 3, bathrooms: 2, square_feet: 1500 };

async function comps(body: Partial<InvestorCompsRequest> = {}): Promise<InvestorComp[]> {
  const response = await service.ask('/v1/investor-comps', { ...HERE, ...body });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as InvestorComp[];
}
const milesOf = async (body: Partial<InvestorCompsRequest> = {}) =>
  (await comps(body)).map(({ miles_from_subject, buyer_type }) => `${miles_from_subject} ${buyer_type}`);

const NEAREST_FIRST = [
  '0.1 flipper',
  // Institutions' purchases are comps like any other: a rental of a fund, then of an iBuyer, then the iBuyer's flip, all
  // at 0.2 miles on one day, by id.
  ...['0.2 landlord', '0.2 landlord', '0.2 flipper'],
  ...['0.25 landlord', '0.5 landlord', '0.75 flipper', '1 landlord', '1.5 landlord', '1.7 flipper', '1.8 landlord'],
  '1.9 flipper',
];

describe('POST /v1/investor-comps over a market of a dozen deals', () => {
  test('returns every counted deal, nearest first, without ranks', async () => {
    expect(await milesOf()).toEqual(NEAREST_FIRST);
    expect(await milesOf({ subject_property_details: null, property_types: [], buyer_types: null })).toEqual(
      NEAREST_FIRST,
    );
  });

  test('has the fields of its deal type and no others', async () => {
    const [flip, rental] = await comps();
    expect(flip).toEqual({
      buyer_type: 'flipper',
      address: '1 N Near St, Phoenix, AZ 85013',
      bedrooms: 3,
      bathrooms: 2,
      livingsquarefeet: 1500,
      lotsquarefeet: 6000,
      propertytype: 'Single Family Residential',
      latitude: north(0.1),
      longitude: HOUSE.longitude,
      flip_sale_transaction_date: '2026-06-20',
      flip_sale_transaction_price: 360_000,
      flip_purchase_transaction_date: '2026-01-10',
      flip_purchase_transaction_price: 250_000,
      miles_from_subject: 0.1,
    });
    expect(Object.keys(rental ?? {}).filter((key) => key.includes('transaction'))).toEqual([
      'rental_purchase_transaction_date',
      'rental_purchase_transaction_price',
    ]);
  });

  test.each<[string, Partial<InvestorCompsRequest>, string[]]>([
    [
      'a month of 30 days back, its first day included',
      { lookback_months: 1 },
      [...NEAREST_FIRST.slice(0, 4), '0.25 landlord'],
    ],
    ['flippers only', { buyer_types: ['flipper'], radius_miles: 0.76 }, ['0.1 flipper', '0.2 flipper', '0.75 flipper']],
    ['commercial property', { property_types: ['OTHER'] }, ['0.2 landlord']],
    [
      'wider and longer',
      { radius_miles: 5, lookback_months: 60, buyer_types: ['landlord'], limit: 250 },
      [
        ...[
          '0.2 landlord',
          '0.2 landlord',
          '0.2 landlord',
          '0.25 landlord',
          '0.5 landlord',
          '1 landlord',
          '1.5 landlord',
        ],
        ...['1.8 landlord', '2.5 landlord', '5 landlord'],
      ],
    ],
    ['at most two', { limit: 2 }, NEAREST_FIRST.slice(0, 2)],
  ])('%s', async (_, body, expected) => {
    expect(await milesOf(body)).toEqual(expected);
  });

  test('ranks by location and adds the price per square foot for empty details', async () => {
    const ranked = await comps({ subject_property_details: {} });
    expect(ranked.map(({ rank }) => rank)).toEqual(NEAREST_FIRST.map((_, at) => at + 1));
    expect(ranked.map(({ miles_from_subject, buyer_type }) => `${miles_from_subject} ${buyer_type}`)).toEqual(
      NEAREST_FIRST,
    );
    expect(ranked[0]).toMatchObject({ rank: 1, pricePerSqFt: 166.67 });
  });

  test('ranks a similar house before a nearer one when details are given', async () => {
    // Location exp(-.5) = .607, size 1, rooms (2/3 + 5/6) / 2 = .75: mean .786. One mile away, alike but for unknown
    // bedrooms: (.368 + 1 + .5) / 3 = .623. The flip at .75 miles: (.472 + 1 + 1) / 3 = .824.
    const ranked = await comps({ subject_property_details: LIKE_HOUSE });
    expect(ranked.map(({ miles_from_subject }) => miles_from_subject).slice(4, 8)).toEqual([0.25, 0.75, 0.5, 1.5]);
    expect(ranked.at(-1)).toMatchObject({ miles_from_subject: 1, bedrooms: null, rank: ranked.length });
  });

  test('leaves out houses that are no comps when details are given', async () => {
    expect(await comps({ subject_property_details: { square_feet: 3001 } })).toEqual([]);
    expect(await milesOf({ subject_property_details: { bedrooms: 6 } })).toEqual(['0.5 landlord', '1 landlord']);
  });

  test('leaves the price per square foot null when price or size is unknown', async () => {
    await service.sql`update market.deal set purchase_price = null where address like '1 N Near%'`;
    const [first] = await comps({ subject_property_details: {} });
    await service.sql`update market.deal set purchase_price = 250000 where address like '1 N Near%'`;
    expect(first).toMatchObject({ pricePerSqFt: null, flip_purchase_transaction_price: null });
  });

  test('returns an empty list outside imported counties', async () => {
    expect(await comps({ latitude: -33, longitude: 151 })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no latitude', { longitude: -112 }, 'latitude'],
    ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }, 'latitude'],
    ['details that are no object', { ...HERE, subject_property_details: [] }, 'subject_property_details'],
    ['a negative size', { ...HERE, subject_property_details: { square_feet: -1 } }, 'square_feet'],
    ['part of a month', { ...HERE, lookback_months: 1.5 }, 'lookback_months'],
    ['no radius', { ...HERE, radius_miles: 0 }, 'radius_miles'],
    ['too many', { ...HERE, limit: 251 }, 'limit'],
  ])('refuses %s, naming the field', async (_, body, field) => {
    const response = await service.ask('/v1/investor-comps', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining(field) });
  });
});
