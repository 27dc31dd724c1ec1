import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { RetailCompsRequest } from '@plat/contracts';
import fc from 'fast-check';
import { COMPS } from './retail-comps.fixture.ts';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

let service: ValuationUnderTest;
beforeAll(async () => {
  service = await valuationUnderTest();
}, 60_000);
afterAll(() => service?.close());

const ADDRESS = 'the house';
/** Most similar first; 14 and 16 tie in similarity, distance and day, so the lower id comes first. */
const WIDEST = [11, 14, 16, 12, 13, 18, 15, 17];
const FARTHER = { max_radius_miles: 4, max_days_back: 366 };

describe('POST /v1/retail-comps over a market of a dozen sales', () => {
  test('returns the subject, comps and values with exactly the documented keys', async () => {
    const response = await service.post({ address: ADDRESS });
    expect(response.headers.get('x-comps-source')).toBe('recorder');
    expect(response.headers.get('x-subject-address')).toBe('12 W Juniper Ave, Phoenix, AZ 85013');
    expect(response.headers.get('x-subject-property-id')).toBe('prp_1');
    expect(response.headers.get('x-match-level')).toBe('exact');
    const answer = (await response.json()) as Awaited<ReturnType<typeof service.answer>>;
    expect(answer.subject).toEqual({
      address: '12 W Juniper Ave, Phoenix, AZ 85013',
      city: 'Phoenix',
      state: 'AZ',
      zip: '85013',
      bedrooms: 3,
      bathrooms: 2,
      year_built: 1980,
      living_square_feet: 1500,
      lot_square_feet: 6000,
      property_type: 'Single Family Residential',
      last_sale_date: '2020-05-01',
      last_sale_price: 250_000,
      latitude: 33.5,
      longitude: -112.1,
      owner_names: ['ASHBROOK RUTH A', 'ASHBROOK OWEN'],
    });
    expect(answer.comps[3]).toEqual({
      address: '12 N Near St, Phoenix, AZ 85013',
      city: 'Phoenix',
      state: 'AZ',
      zip: '85013',
      distance: 0,
      last_sale_amount: 270_000,
      last_sale_date: '2025-06-30',
      bedrooms: 3,
      bathrooms: 2,
      year_built: 1980,
      living_square_feet: 1500,
      lot_square_feet: 6000,
      property_type: 'Single Family Residential',
      latitude: 33.5,
      longitude: -112.1,
    });
    expect(answer.comps.map(({ distance }) => distance)).toEqual([0, 0, 0, 0, 1, 2, 0, 0]);
    expect(answer.avm).toEqual({
      value: 290_000,
      value_low: 261_000,
      value_high: 319_000,
      confidence_score: 75,
      fsd: 0.1,
      confidence_level: 0.85,
      as_of_date: '2026-06-30',
      model_version: 'hand-made',
    });
    // 290,000 times 1.3, the median of 1.2, 1.3 and 1.5: too few renovated sales lie within a mile.
    expect(answer.arv).toEqual({
      value: 377_000,
      value_low: 339_300,
      value_high: 414_700,
      comp_count: 3,
      method: 'value_ratio',
    });
    expect(Object.keys(answer).sort()).toEqual(['arv', 'avm', 'comps', 'subject']);
  });

  test("uses a completed flip's resale price as its after repair value", async () => {
    const { arv } = await service.answer({ address: 'the flip' });
    expect(arv).toEqual({
      value: 260_000,
      value_low: 260_000,
      value_high: 260_000,
      comp_count: 1,
      method: 'resale',
    });
  });

  test.each<[string, Partial<RetailCompsRequest>, number[]]>([
    ['widens to a year and three miles if both are open', {}, WIDEST],
    ['takes null for open', { max_radius_miles: null, max_days_back: null, bedrooms_min: null }, WIDEST],
    ['never widens a given radius', { max_radius_miles: 1 }, [11, 14, 16, 12, 13, 15, 17]],
    ['never widens given days', { max_days_back: 180 }, [11, 14, 16, 13, 18, 15, 17]],
    ['widens neither if both are given', { max_radius_miles: 0.5, max_days_back: 90 }, [11, 14, 16, 15, 17]],
    ['includes the first day of the window', { max_days_back: 365, max_radius_miles: 0.5 }, [11, 14, 16, 12, 15, 17]],
    ['excludes the day before the window', { max_days_back: 364, max_radius_miles: 0.5 }, [11, 14, 16, 15, 17]],
    ['searches farther on request', FARTHER, [11, 14, 16, 12, 25, 13, 18, 15, 24, 17]],
    ['omits comps of unknown size if size is bounded', { living_square_feet_min: 0 }, WIDEST.slice(0, 7)],
    ['bounds size', { living_square_feet_max: 1500 }, WIDEST.slice(0, 6)],
    ['bounds bedrooms', { bedrooms_max: 3 }, [11, 16, 12, 13, 18, 15]],
    ['bounds bathrooms', { bathrooms_max: 2.5 }, [11, 16, 12, 13, 18, 15]],
  ])('%s', async (_, body, expected) => {
    expect(await service.comps({ address: ADDRESS, ...body })).toEqual(expected);
  });

  test('returns identical bytes for the same request', async () => {
    const [first, again] = await Promise.all([service.post({ address: ADDRESS }), service.post({ address: ADDRESS })]);
    expect(await again.text()).toBe(await first.text());
  });

  test('radius 0 means the building: other units, and every sale of the same unit', async () => {
    const body = { address: 'the condo', max_radius_miles: 0, max_days_back: 180 };
    const { comps } = await service.answer(body);
    expect(comps.map(({ address, last_sale_amount }) => [address?.slice(0, 25), last_sale_amount])).toEqual([
      ['500 E Tower Blvd Unit 51,', 200_000],
      ['500 E Tower Blvd Unit 52,', 210_000],
      ['500 E Tower Blvd Unit 53,', 220_000],
      ['500 E Tower Blvd Unit 51,', 180_000],
      ['500 E Tower Blvd Unit 54,', 190_000],
    ]);
    expect(comps.every(({ distance }) => distance === 0)).toBe(true);
    expect((await service.post({ ...body, max_days_back: 90 })).status).toBe(200);
    expect((await service.post({ address: ADDRESS, max_radius_miles: 0 })).status).toBe(404);
  });

  test('uses closed listings where prices are not public, and reports it', async () => {
    const response = await service.post({ address: 'the ranch' });
    expect(response.headers.get('x-comps-source')).toBe('mls');
    const { subject, comps, avm, arv } = (await response.json()) as Awaited<ReturnType<typeof service.answer>>;
    expect(comps.map(({ last_sale_amount }) => last_sale_amount)).toEqual([1, 2, 3]);
    expect(subject).toMatchObject({ last_sale_date: '2021-03-04', last_sale_price: 410_000 });
    expect([avm, arv]).toEqual([null, null]);
  });

  test('explains on request without changing anything else', async () => {
    const { explanation, comps, ...rest } = await service.answer({ address: ADDRESS, explain: true });
    const plain = await service.answer({ address: ADDRESS });
    expect({ ...rest, comps: comps.map(({ explanation: _, ...comp }) => comp) }).toEqual(plain);
    expect(explanation).toEqual({
      radius_miles: 3,
      days_back: 365,
      as_of_date: '2026-06-30',
      annual_price_change_percent: 10.01,
      size_elasticity: 0.5,
      arv_floor: null,
    });
    expect(comps.map((comp) => comp.explanation?.similarity)).toEqual([1, 0.95, 0.95, 0.925, 0.85, 0.775, 0.75, 0.45]);
    // Prices rise 10 % in a year. For four times the size, the factor is 0.25 ^ 0.5 = 0.5.
    expect(comps[3]?.explanation).toMatchObject({
      similarity_parts: {
        distance: 1,
        recency: 0.5,
        living_area: 1,
        bedrooms: 1,
        bathrooms: 1,
        year_built: 1,
        lot_size: 1,
      },
      is_flip_resale: false,
      days_since_sale: 365,
      price_per_square_foot: 180,
      adjustments: { time: 27_000, living_area: 0 },
      adjusted_price: 297_000,
    });
    expect(comps[6]?.explanation).toMatchObject({
      similarity_parts: { living_area: 0 },
      adjustments: { time: 0, living_area: -450_000 },
      adjusted_price: 450_000,
    });
    expect(comps[7]?.explanation).toMatchObject({
      similarity_parts: { bedrooms: 0, bathrooms: 0, living_area: 0, year_built: 0, lot_size: 0 },
      price_per_square_foot: null,
      adjustments: { time: 0, living_area: null },
      adjusted_price: 290_000,
    });
  });

  test('every comp meets every bound, appears once, in a total order, and is never the subject', async () => {
    const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
    const requests = fc.record({
      max_radius_miles: fc.option(fc.double({ min: 0.01, max: 5, noNaN: true }), { nil: null }),
      max_days_back: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
      living_square_feet_max: bound(7000),
      bedrooms_min: bound(3),
      bathrooms_max: bound(5),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (body) => {
        const response = await service.post({ address: ADDRESS, explain: true, ...body });
        if (response.status === 404) return;
        const { comps } = (await response.json()) as Awaited<ReturnType<typeof service.answer>>;
        expect(comps.length).toBeWithin(3, 11);
        for (const [at, comp] of comps.entries()) {
          expect(comp.distance).toBeLessThanOrEqual((body.max_radius_miles ?? 3) + 0.005);
          const days = comp.explanation?.days_since_sale as number;
          expect(days).toBeWithin(0, (body.max_days_back ?? 365) + 1);
          if (body.living_square_feet_max !== null)
            expect(comp.living_square_feet).toBeLessThanOrEqual(body.living_square_feet_max);
          if (body.bedrooms_min !== null) expect(comp.bedrooms).toBeGreaterThanOrEqual(body.bedrooms_min);
          if (body.bathrooms_max !== null) expect(comp.bathrooms).toBeLessThanOrEqual(body.bathrooms_max);
          const before = comps[at - 1]?.explanation?.similarity ?? 1;
          expect(comp.explanation?.similarity).toBeLessThanOrEqual(before);
          expect(comp.address).not.toStartWith('1 N Near');
        }
        expect(new Set(comps.map(({ address }) => address)).size).toBe(comps.length);
      }),
      { numRuns: 60 },
    );
  });

  test('as of an earlier day: later sales are unknown', async () => {
    const earlier = await valuationUnderTest('2026-03-01');
    try {
      await earlier.sql`update market.comp_sale set sale_date = '2026-03-01' where property_id in (12, 13)`;
      const { comps } = await earlier.answer({ address: ADDRESS });
      expect(comps.map(({ last_sale_amount }) => last_sale_amount).sort()).toEqual([
        200_000, 200_000, 270_000, 310_000,
      ]);
    } finally {
      await earlier.close();
    }
  });

  test('finds every sale of the fixture that is a comp', () => {
    expect(COMPS.map(({ property_id }) => property_id).sort()).toEqual([...WIDEST].sort());
  });
});
