import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { AnalyticsSummary } from '@plat/contracts';
import { DEADLINE_HEADER } from '@plat/kit';
import fc from 'fast-check';
import { type AnalyticsUnderTest, analyticsUnderTest } from '../analytics-under-test.fixture.ts';
import { CENTER, flip, type GivenDeal, rental } from '../hand-made-deals.fixture.ts';

/** Every expected number below is computed from these. */
const ON_PAPER: GivenDeal[] = [
  flip(0.5, { purchase_price: 200_000, sale_price: 250_000, living_square_feet: 1000 }),
  flip(1.5, { purchase_price: 150_000, sale_price: 200_000, living_square_feet: 1500 }),
  flip(1.9, { purchase_price: 300_000, sale_price: 400_000, living_square_feet: 2000 }),
  // Counted but not sampled: a price below 10,000, no price, an invalid living area.
  flip(0.6, { purchase_price: 9_999 }),
  flip(0.6, { purchase_price: null }),
  flip(0.6, { living_square_feet: null }),
  flip(0.6, { living_square_feet: 299 }),
  flip(0.6, { living_square_feet: 20_001 }),
  flip(4),
  flip(9),
  flip(10.1),
  rental(1.2, { purchase_price: 100_000, living_square_feet: 800, purchase_class: 'aggressive' }),
  rental(1.3, { purchase_price: 100_001, living_square_feet: 1000 }),
  rental(3, { purchase_price: 90_000, living_square_feet: 900, purchase_class: 'conservative' }),
  rental(1.1, { purchase_price: null, purchase_class: 'moderate' }),
  // In no count: too old, not visible yet, off-market, held too long, another type, no coordinates.
  rental(0.3, { event_date: '2024-06-29', visible_from: '2024-06-29' }),
  rental(0.3, { visible_from: '2026-07-01' }),
  rental(0.3, { arms_length: 'non_arms_length' }),
  flip(0.3, { extended: true }),
  rental(0.3, { property_type: 'CONDO', purchase_class: 'moderate' }),
  rental(0.3, { latitude: null, longitude: null }),
];

let service: AnalyticsUnderTest;
beforeAll(async () => {
  service = await analyticsUnderTest(ON_PAPER);
}, 60_000);
afterAll(() => service?.close());

const nothing = { price_avg: 0, price_low: 0, price_high: 0, ppsft_avg: 0, ppsft_low: 0, ppsft_high: 0 };

describe('POST /v1/analytics-summary over a market of two dozen deals', () => {
  test('returns cumulative counts and figures of the cleaned samples, as computed by hand', async () => {
    expect(await service.summary(CENTER)).toEqual({
      radius_counts: {
        '1mi': { flips: 6, rentals: 0 },
        '2mi': { flips: 8, rentals: 3 },
        '5mi': { flips: 9, rentals: 4 },
        '10mi': { flips: 10, rentals: 4 },
      },
      flipper_metrics: {
        count: 3,
        // 150,000, 200,000, 300,000: mean 216,666.7; positions 0.66 and 1.34 of type 7.
        price_avg: 216_667,
        price_low: 183_000,
        price_high: 234_000,
        // 100, 150, 200 dollars a square foot: 100 + 0.66 x 50, 150 + 0.34 x 50.
        ppsft_avg: 150,
        ppsft_low: 133,
        ppsft_high: 167,
        // 75, 75, 80 percent of the resale price: mean 76.67, 75 + 0.34 x 5 = 76.7.
        arv_pct_avg: 77,
        arv_pct_low: 75,
        arv_pct_high: 77,
      },
      landlord_metrics: {
        count: 2,
        // 100,000 and 100,001: their mean 100,000.5 rounds up, 100,000.33 and 100,000.67 to the nearest.
        price_avg: 100_001,
        price_low: 100_000,
        price_high: 100_001,
        // 100.001 and 125: mean 112.5005, 100.001 + 0.33 x 24.999 = 108.25, + 0.67 x 24.999 = 116.75.
        ppsft_avg: 113,
        ppsft_low: 108,
        ppsft_high: 117,
        aggressive_purchase_count: 1,
        moderate_purchase_count: 0,
        conservative_purchase_count: 0,
      },
    });
  });

  test('takes samples from the metrics radius and counts from their own radii', async () => {
    const wide = await service.summary({ ...CENTER, metrics_radius_mi: 5 });
    const usual = await service.summary(CENTER);
    expect(wide.radius_counts).toEqual(usual.radius_counts);
    expect([wide.flipper_metrics.count, wide.landlord_metrics.count]).toEqual([4, 3]);
    expect(wide.landlord_metrics).toMatchObject({ aggressive_purchase_count: 1, conservative_purchase_count: 1 });
  });

  test('is all zeros for an empty area, far out at sea, and for a type without purchases', async () => {
    for (const body of [
      { latitude: 34.9, longitude: -112.1 },
      { latitude: -33, longitude: 151 },
      { ...CENTER, property_types: ['LAND' as const] },
    ]) {
      const none = { flips: 0, rentals: 0 };
      expect(await service.summary(body)).toEqual({
        radius_counts: { '1mi': none, '2mi': none, '5mi': none, '10mi': none },
        flipper_metrics: { count: 0, ...nothing, arv_pct_avg: 0, arv_pct_low: 0, arv_pct_high: 0 },
        landlord_metrics: {
          count: 0,
          ...nothing,
          aggressive_purchase_count: 0,
          moderate_purchase_count: 0,
          conservative_purchase_count: 0,
        },
      });
    }
  });

  test('looks back 24 months of 730 days by default, and uses other types on request', async () => {
    const rentals = async (body: object) =>
      (await service.summary({ ...CENTER, ...body })).radius_counts['1mi'].rentals;
    expect(await rentals({})).toBe(0);
    expect(await rentals({ lookback_months: 25 })).toBe(1);
    expect(await rentals({ property_types: ['CONDO'] })).toBe(1);
    expect(await rentals({ lookback_months: 1, property_types: ['SFR', 'CONDO', 'SFR'] })).toBe(1);
  });

  test('reads nulls and an empty list as defaults, and clamps a tiny radius to 0.1', async () => {
    const text = async (body: object) => (await service.post('/v1/analytics-summary', { ...CENTER, ...body })).text();
    const usual = await text({});
    expect(await text({ property_types: [], lookback_months: null, metrics_radius_mi: null })).toBe(usual);
    expect(await text({ metrics_radius_mi: 0.05 })).toBe(await text({ metrics_radius_mi: 0.1 }));
  });

  test.each<[string, object, string]>([
    ['a radius of 0', { metrics_radius_mi: 0 }, 'metrics_radius_mi'],
    ['a radius over 10', { metrics_radius_mi: 10.01 }, 'metrics_radius_mi'],
    ['half a month', { lookback_months: 24.5 }, 'lookback_months'],
    ['61 months', { lookback_months: 61 }, 'lookback_months'],
    ['a latitude off the globe', { latitude: 91 }, 'latitude'],
    ['an unknown type', { property_types: ['sfr'] }, 'property_types'],
  ])('rejects %s, naming the field', async (_, changes, field) => {
    const response = await service.post('/v1/analytics-summary', { ...CENTER, ...changes });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toStartWith(field);
  });

  test('returns 504 past its deadline', async () => {
    const headers = { [DEADLINE_HEADER]: String(Date.now() - 1) };
    expect((await service.post('/v1/analytics-summary', CENTER, headers)).status).toBe(504);
  });
});

describe('invariants over scattered deals', () => {
  let scattered: AnalyticsUnderTest;
  const place = { min: -0.16, max: 0.16, noNaN: true };
  const anyDeal = fc
    .record({
      isFlip: fc.boolean(),
      northward: fc.double(place),
      eastward: fc.double(place),
      purchase_price: fc.option(fc.integer({ min: 1_000, max: 2_000_000 })),
      sale_price: fc.integer({ min: 10_000, max: 3_000_000 }),
      living_square_feet: fc.option(fc.integer({ min: 200, max: 25_000 })),
      purchase_class: fc.constantFrom(null, 'aggressive', 'moderate', 'conservative'),
      property_type: fc.constantFrom('SFR', 'CONDO'),
    })
    .map(({ isFlip, northward, eastward, ...columns }) => ({
      ...columns,
      deal_type: isFlip ? 'flip' : 'rental',
      latitude: CENTER.latitude + northward,
      longitude: CENTER.longitude + eastward,
    }));

  beforeAll(async () => {
    const deals = fc.sample(anyDeal, { numRuns: 400, seed: 11 }).map((changes) => rental(0, changes));
    scattered = await analyticsUnderTest(deals);
  }, 60_000);
  afterAll(() => scattered?.close());

  const centers = fc.record({
    latitude: fc.double({ min: 33.4, max: 33.6, noNaN: true }),
    longitude: fc.double({ min: -112.2, max: -112, noNaN: true }),
  });
  const discOf = ({ radius_counts: discs }: AnalyticsSummary, miles: number) =>
    discs[`${miles}mi` as keyof typeof discs];

  test('counts nest; a sample never exceeds its count; low is at most high; classes sum to at most the count', async () => {
    await fc.assert(
      fc.asyncProperty(
        centers,
        fc.constantFrom(1, 2, 5, 10),
        fc.subarray(['SFR', 'CONDO'] as const, { minLength: 1 }),
        async (center, miles, types) => {
          const body = { ...center, metrics_radius_mi: miles, property_types: types };
          const summary = await scattered.summary(body);
          const discs = [1, 2, 5, 10].map((each) => discOf(summary, each));
          for (const [inner, outer] of discs.slice(1).map((disc, at) => [discs[at]!, disc] as const)) {
            expect(inner.flips).toBeLessThanOrEqual(outer.flips);
            expect(inner.rentals).toBeLessThanOrEqual(outer.rentals);
          }
          const { flipper_metrics: flips, landlord_metrics: rentals } = summary;
          expect(flips.count).toBeLessThanOrEqual(discOf(summary, miles).flips);
          expect(rentals.count).toBeLessThanOrEqual(discOf(summary, miles).rentals);
          expect(flips.arv_pct_low).toBeLessThanOrEqual(flips.arv_pct_high);
          for (const sample of [flips, rentals]) {
            expect(sample.price_low).toBeLessThanOrEqual(sample.price_high);
            expect(sample.ppsft_low).toBeLessThanOrEqual(sample.ppsft_high);
          }
          const { aggressive_purchase_count: a, moderate_purchase_count: m, conservative_purchase_count: c } = rentals;
          expect(a + m + c).toBeLessThanOrEqual(rentals.count);
        },
      ),
      { numRuns: 60 },
    );
  });
});
