import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { milesBetween } from '@plat/dataset';
import { DEADLINE_HEADER } from '@plat/kit';
import fc from 'fast-check';
import { type AnalyticsUnderTest, analyticsUnderTest, OBFUSCATION_SECRET } from '../analytics-under-test.fixture.ts';
import { createPointObfuscation } from '../domain/point-obfuscation.ts';
import { CENTER, flip, type GivenDeal, north, rental } from '../hand-made-deals.fixture.ts';

const obfuscate = createPointObfuscation(OBFUSCATION_SECRET);

const NEARBY: GivenDeal[] = [
  flip(0.5, { purchase_price: 101 }),
  rental(1, { purchase_price: 102, bedrooms: null, lot_square_feet: null, purchase_method: null }),
  rental(3, { purchase_price: 103 }),
  // None of these is shown.
  rental(0.5, { arms_length: 'non_arms_length' }),
  rental(0.5, { property_type: 'CONDO' }),
  rental(0.5, { event_date: '2024-06-29' }),
  flip(0.5, { extended: true }),
  rental(10.2),
];

let service: AnalyticsUnderTest;
beforeAll(async () => {
  service = await analyticsUnderTest(NEARBY);
}, 60_000);
afterAll(() => service?.close());

describe('POST /v1/analytics-search', () => {
  test('returns exactly the documented keys of each type; unknown values are null', async () => {
    const place = (miles: number) => obfuscate({ latitude: north(miles), longitude: CENTER.longitude });
    const milesTo = (miles: number) => Math.round(100 * milesBetween(CENTER, place(miles))) / 100;
    const property = {
      address: 'N Alder St, Phoenix, AZ 85013',
      bathrooms: 2,
      livingsquarefeet: 1000,
      propertytype: 'Single Family Residential',
    };
    const [first, second, third, ...more] = await service.search(CENTER);
    expect(first).toEqual({
      buyer_type: 'flipper',
      ...property,
      bedrooms: 3,
      lotsquarefeet: 6000,
      ...place(0.5),
      flip_sale_transaction_date: '2026-06-01',
      flip_sale_transaction_price: 200_000,
      flip_purchase_transaction_date: '2026-01-10',
      flip_purchase_transaction_price: 101,
      flip_purchase_method: 'hard_money',
      miles_from_subject: milesTo(0.5),
    });
    expect(second).toEqual({
      buyer_type: 'landlord',
      ...property,
      bedrooms: null,
      lotsquarefeet: null,
      ...place(1),
      rental_purchase_transaction_date: '2026-06-01',
      rental_purchase_transaction_price: 102,
      rental_purchase_method: null,
      miles_from_subject: milesTo(1),
    });
    expect(third).toMatchObject({ rental_purchase_transaction_price: 103 });
    expect(more).toEqual([]);
  });

  test('clamps the share of flippers, and reads null as one half', async () => {
    const types = async (flipper_weight: number | null) =>
      (await service.search({ ...CENTER, flipper_weight })).map((item) => item.buyer_type);
    expect(await types(7)).toEqual(['flipper']);
    expect(await types(-0.1)).toEqual(['landlord', 'landlord']);
    expect(await types(null)).toEqual(['flipper', 'landlord', 'landlord']);
  });

  test('is empty when nothing qualifies', async () => {
    for (const [latitude, longitude] of [
      [-33, 151],
      [90, 0],
      [-90, 180],
      [52, -180],
    ] as const)
      expect(await service.search({ latitude, longitude })).toEqual([]);
    expect(await service.search({ ...CENTER, property_types: ['LAND'] })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no longitude', { longitude: undefined }, 'longitude'],
    ['a longitude off the globe', { longitude: -181 }, 'longitude'],
    ['a weight as text', { flipper_weight: '1' }, 'flipper_weight'],
    ['an unknown type', { property_types: ['HOUSE'] }, 'property_types'],
  ])('rejects %s, naming the field', async (_, changes, field) => {
    const response = await service.post('/v1/analytics-search', { ...CENTER, ...changes });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toStartWith(field);
  });

  test('returns 504 past its deadline', async () => {
    const headers = { [DEADLINE_HEADER]: String(Date.now() - 1) };
    expect((await service.post('/v1/analytics-search', CENTER, headers)).status).toBe(504);
  });
});

describe('the true place of a deal', () => {
  const TRUTH = { latitude: 33.5, longitude: -112.1 };
  const PRICE = 777_777;
  let lone: AnalyticsUnderTest;
  beforeAll(async () => {
    lone = await analyticsUnderTest([rental(0, { ...TRUTH, purchase_price: PRICE })]);
  }, 60_000);
  afterAll(() => lone?.close());

  const around = (miles: number) => {
    const degrees = miles / 69;
    return fc.record({
      latitude: fc.double({ min: TRUTH.latitude - degrees, max: TRUTH.latitude + degrees, noNaN: true }),
      longitude: fc.double({ min: TRUTH.longitude - degrees, max: TRUTH.longitude + degrees, noNaN: true }),
    });
  };
  const published = obfuscate(TRUTH);
  const feet = (miles: number) => 5280 * miles;

  test('is not revealed by averaging many responses: the published point never moves', async () => {
    const seen: { latitude: number; longitude: number }[] = [];
    for (const center of fc.sample(around(5), { numRuns: 100, seed: 3 })) {
      const [item] = await lone.search(center);
      seen.push({ latitude: item!.latitude!, longitude: item!.longitude! });
    }
    const mean = (of: 'latitude' | 'longitude') => seen.reduce((sum, point) => sum + point[of], 0) / seen.length;
    const average = { latitude: mean('latitude'), longitude: mean('longitude') };
    expect(feet(milesBetween(average, published))).toBeLessThan(0.01);
    expect(feet(milesBetween(average, TRUTH))).toBeGreaterThanOrEqual(100);
  });

  test('is not revealed by distances from many sides: they refer to the published point', async () => {
    await fc.assert(
      fc.asyncProperty(around(5), async (center) => {
        const [item] = await lone.search(center);
        expect(Math.abs(item!.miles_from_subject - milesBetween(center, published))).toBeLessThanOrEqual(0.005001);
      }),
      { numRuns: 60 },
    );
  });

  test('is not revealed by the search edge: it lies 10 miles around the published point', async () => {
    const bearings = Array.from({ length: 24 }, (_, at) => (at * Math.PI) / 12);
    for (const bearing of bearings) {
      for (const offset of [-300, -30, 30, 300]) {
        const miles = 10 + offset / 5280;
        const latitude = published.latitude + (miles / 69.0934) * Math.cos(bearing);
        const center = {
          latitude,
          longitude:
            published.longitude + ((miles / 69.0934) * Math.sin(bearing)) / Math.cos((latitude * Math.PI) / 180),
        };
        const isNear = milesBetween(center, published) <= 10;
        expect((await lone.search(center)).length).toBe(isNear ? 1 : 0);
      }
    }
  });
});
