import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BuyerSearchRequest } from '@plat/contracts';
import { milesBetween } from '@plat/dataset';
import fc from 'fast-check';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { DEALS, HOUSE } from './buyer-search.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

describe('POST /v1/buyer-search over a market of a dozen deals', () => {
  test('returns buyers in order, each with its best deal and allowed contacts', async () => {
    const items = await service.buyers({ address: 'the house' });
    expect(
      items.map((item) => [
        item.smart_match_rank,
        item.buyer_entity_name,
        item.buyer_type,
        item.miles_from_subject,
        item.smart_match,
        item.buyer_first_name,
        item.buyer_phone_number,
        item.buyer_email,
      ]),
    ).toEqual([
      [1, 'NEAR FLIPS LLC', 'flipper', 0.1, true, 'Ada', 6025550101, 'ada@example.com'],
      [2, 'BOTH WAYS LLC', 'landlord', 0.25, true, 'Bea', 6025550103, 'bea@example.com'],
      [3, 'HALF MILE RENTALS LLC', 'landlord', 0.5, true, 'Cy', null, null],
      [4, 'BOTH WAYS LLC', 'flipper', 0.75, false, 'Bea', 6025550103, 'bea@example.com'],
      [5, 'ASHBROOK RUTH A', 'landlord', 1, false, 'Ruth', null, null],
      [6, 'ERASED OWEN', 'landlord', 1.5, false, null, null, null],
    ]);
  });

  test('has the facts of the deal as recorded', async () => {
    const [first] = await service.buyers({ address: 'the house' });
    expect(first).toMatchObject({
      address: '1 N Near St, Phoenix, AZ 85013',
      bedrooms: 3,
      bathrooms: 2,
      livingsquarefeet: 1500,
      lotsquarefeet: 6000,
      propertytype: 'Single Family Residential',
      flip_purchase_transaction_date: '2026-01-10',
      flip_purchase_transaction_price: 250_000,
      flip_purchase_method: 'hard_money',
      flip_sale_transaction_date: '2026-06-20',
      flip_sale_transaction_price: 360_000,
      rental_purchase_transaction_date: null,
    });
    expect(Object.keys(first ?? {}).length).toBe(25);
  });

  test('returns the same bytes by address and by coordinates', async () => {
    const [first, again, byPoint] = await Promise.all([
      service.post({ address: 'the house' }),
      service.post({ address: 'the house' }),
      service.post({ latitude: HOUSE.latitude, longitude: HOUSE.longitude }),
    ]);
    const text = await first.text();
    expect(await again.text()).toBe(text);
    expect(await byPoint.text()).toBe(text);
  });

  test.each<[string, BuyerSearchRequest, string[]]>([
    ['flippers only', { buyer_types: ['flipper'] }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC flipper']],
    ['within a quarter mile', { radius_miles: 0.26 }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord']],
    [
      'with a number to call',
      { hide_no_phone: true },
      ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord', 'BOTH WAYS LLC flipper'],
    ],
    ['at most two', { limit: 2 }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord']],
    ['of commercial property', { property_types: ['OTHER'] }, ['SHOP OWNER LLC landlord']],
    [
      'paid at least 250,000 dollars',
      { min_purchase_price: 250_000, buyer_types: ['flipper'] },
      ['NEAR FLIPS LLC flipper'],
    ],
    [
      'paid at most 249,999 dollars',
      { max_purchase_price: 249_999, buyer_types: ['flipper'] },
      ['BOTH WAYS LLC flipper'],
    ],
    ['four bedrooms, unknown ones out', { min_bedrooms: 4 }, ['HALF MILE RENTALS LLC landlord']],
    ['two and a half baths', { min_bathrooms: 2.5, max_bathrooms: 2.5 }, ['HALF MILE RENTALS LLC landlord']],
    [
      'of the last quarter',
      { lookback_years: 0.25, buyer_types: ['landlord'] },
      ['BOTH WAYS LLC landlord', 'HALF MILE RENTALS LLC landlord'],
    ],
  ])('finds buyers %s', async (_, body, expected) => {
    expect(await service.names(body)).toEqual(expected);
  });

  test.each<[string, BuyerSearchRequest, string]>([
    ['large institutional landlords', { hide_hedge_fund: false }, 'BIG FUND LLC landlord'],
    ['iBuyer landlords', { hide_hedge_fund: false }, 'QUICK OFFERS LLC landlord'],
    ['flippers of the institutions list', { hide_hedge_fund: false }, 'QUICK OFFERS LLC flipper'],
    ['purchases off the open market', { hide_non_arms_length: false }, 'COUSIN LLC landlord'],
    ['older purchases', { lookback_years: 5 }, 'LONG AGO LLC landlord'],
    ['buyers farther out', { radius_miles: 3 }, 'FAR AWAY LLC landlord'],
  ])('leaves out %s unless asked for', async (_, body, buyer) => {
    expect(await service.names({})).not.toContain(buyer);
    expect(await service.names(body)).toContain(buyer);
  });

  test('keeps a large flipper that is on no list', async () => {
    expect(await service.names({ radius_miles: 4, buyer_types: ['flipper'] })).toContain('LARGE FLIPPER LLC flipper');
  });

  test('includes the edges of window and circle, and no pending purchases', async () => {
    expect(await service.names({ lookback_years: 5, radius_miles: 10 })).toEqual(
      expect.arrayContaining(['LONG AGO LLC landlord', 'FIVE YEARS LLC landlord']),
    );
    expect(await service.names({ lookback_years: 4.99, radius_miles: 10 })).not.toContain('FIVE YEARS LLC landlord');
    const half = DEALS.find((deal) => deal.buyer_name === 'HALF MILE RENTALS LLC');
    const miles = milesBetween(HOUSE, { latitude: half?.latitude ?? 0, longitude: half?.longitude ?? 0 });
    expect(await service.names({ radius_miles: miles + 1e-9 })).toContain('HALF MILE RENTALS LLC landlord');
    expect(await service.names({ radius_miles: miles - 1e-6 })).not.toContain('HALF MILE RENTALS LLC landlord');
    expect(await service.names({ radius_miles: 10 })).not.toContain('PENDING LLC landlord');
  });

  test('sorts by distance on request, with unchanged ranks', async () => {
    const items = await service.buyers({ address: 'the house' }, 'distance');
    expect(items.map((item) => item.miles_from_subject)).toEqual([0.1, 0.25, 0.5, 0.75, 1, 1.5]);
    expect(items.map((item) => item.smart_match_rank).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('every result meets every filter', async () => {
    const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
    const filters = fc.record({
      radius_miles: fc.double({ min: 0.05, max: 10, noNaN: true }),
      lookback_years: fc.double({ min: 0.01, max: 5, noNaN: true }),
      buyer_types: fc.subarray(['flipper', 'landlord'] as const),
      property_types: fc.subarray(['SFR', 'OTHER', 'MFR'] as const),
      min_bedrooms: bound(4),
      max_purchase_price: bound(400_000),
      hide_hedge_fund: fc.boolean(),
      hide_no_phone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (body) => {
        for (const [index, item] of (await service.buyers({ address: 'the house', ...body })).entries()) {
          expect(item.smart_match_rank).toBe(index + 1);
          expect(item.miles_from_subject).toBeLessThanOrEqual(body.radius_miles + 0.005);
          if (body.buyer_types.length > 0) expect(body.buyer_types).toContain(item.buyer_type);
          if (body.min_bedrooms !== null) expect(item.bedrooms).toBeGreaterThanOrEqual(body.min_bedrooms);
          const paid = item.flip_purchase_transaction_price ?? item.rental_purchase_transaction_price;
          if (body.max_purchase_price !== null) expect(paid).toBeLessThanOrEqual(body.max_purchase_price);
          if (body.hide_no_phone) expect(item.buyer_phone_number).not.toBeNull();
          if (body.hide_hedge_fund) expect(item.buyer_entity_name).not.toBe('BIG FUND LLC');
        }
      }),
      { numRuns: 40 },
    );
  });
});
