import { describe, expect, test } from 'bun:test';
import { type CompSubject, type CompsNearQuery, type LastSale, type PricedSale, windowEndOn } from '@plat/dataset';
import type { PropertyValue } from '@plat/value-model';
import fc from 'fast-check';
import { afterRepairValue } from './after-repair-value.ts';
import { arvItem } from './answer.ts';
import type { FlipNear, Property } from './ports.ts';

const AS_OF = windowEndOn('2026-06-30');
const SUBJECT: CompSubject = {
  propertyId: 1,
  latitude: 33.5,
  longitude: -112.1,
  propertyType: 'SFR',
  buildingKey: null,
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1000,
  lotSquareFeet: null,
  yearBuilt: 1980,
};
const AVM: PropertyValue = {
  value: 200_000,
  valueLow: 180_000,
  valueHigh: 230_000,
  fsd: 0.1,
  confidenceScore: 75,
  confidenceLevel: 0.85,
  asOf: AS_OF,
  modelVersion: 'm',
};

/** A sale of 1,000 square feet at this price per square foot. */
const sale = (perSquareFoot: number, changes: Partial<PricedSale> = {}): PricedSale => ({
  property_id: 10,
  sale_date: AS_OF,
  price: 1000 * perSquareFoot,
  living_square_feet: 1000,
  is_flip_resale: false,
  distance_miles: 0.1,
  ...changes,
});
const flip = (perSquareFoot: number, changes: Partial<PricedSale> = {}) =>
  sale(perSquareFoot, { is_flip_resale: true, ...changes });
const FAR = { distance_miles: 0.9 };
const OLD = { sale_date: '2025-12-28' };

interface Market {
  sales?: PricedSale[];
  flips?: FlipNear[];
  avm?: PropertyValue | null;
  subject?: Partial<CompSubject>;
  annualLogChange?: number;
  flipResale?: LastSale | null;
}

async function arvIn({ sales = [], flips = [], avm = null, subject = {}, annualLogChange, flipResale = null }: Market) {
  const asked: CompsNearQuery[] = [];
  const arv = await afterRepairValue(
    {
      subject: { ...SUBJECT, ...subject },
      scope: { source: 'recorder', asOf: AS_OF, regions: ['AZ'] },
      flipResale,
      avm: Promise.resolve(avm),
      trend: annualLogChange === undefined ? null : { annualLogChange, sizeElasticity: 0.5 },
    },
    {
      comps: {
        similar: async () => [],
        priced: async (_subject, query) => {
          asked.push(query);
          return sales;
        },
        flips: async () => flips,
      },
      values: { valueOf: async () => ({ ...AVM, value: 100_000 }) },
    },
    AbortSignal.any([]),
  );
  return { arv, asked };
}

const found = async (market: Market): Promise<unknown[] | null> => {
  const { arv } = await arvIn(market);
  if (arv === null) return null;
  const item = arvItem(arv);
  return [item.method, item.value, item.value_low, item.value_high, item.comp_count];
};

describe('after repair value', () => {
  test('is the median flip resale price per square foot times the living area, with the middle half as range', async () => {
    // Quartiles of 100, 200 and 300 are 150 and 250 by linear interpolation.
    const sales = [flip(100), flip(300), flip(200), sale(900), sale(900), sale(900)];
    expect(await found({ sales })).toEqual(['flip_resales', 200_000, 150_000, 250_000, 3]);
  });

  test('prefers flips within a year, then farther flips, then the top third of sales', async () => {
    const near = [flip(100), flip(110)];
    expect(await found({ sales: [...near, flip(120, OLD), flip(900, FAR)] })).toEqual([
      'flip_resales',
      110_000,
      105_000,
      115_000,
      3,
    ]);
    expect((await found({ sales: [...near, flip(900, FAR), ...Array(9).fill(sale(500))] }))?.slice(0, 2)).toEqual([
      'flip_resales',
      110_000,
    ]);
  });

  test('uses the top third of sales if fewer than three flips are near', async () => {
    // The upper third of 100, 110 ... 180 is 160, 170 and 180: its quantile lies between 150 and 160.
    const sales = Array.from({ length: 9 }, (_, at) => sale(100 + 10 * at));
    expect(await found({ sales })).toEqual(['top_tercile', 170_000, 165_000, 175_000, 3]);
    expect(await found({ sales: sales.slice(0, 6) })).toBeNull();
  });

  test('adjusts prices to today first', async () => {
    const sales = [1, 2, 3].map((at) => flip(100, { property_id: at, sale_date: '2025-06-30' }));
    const change = (Math.log(1.2) * 365.25) / 365;
    expect(await found({ sales, annualLogChange: change })).toEqual(['flip_resales', 120_000, 120_000, 120_000, 3]);
  });

  test('compares homes within a fifth of the size and 15 years of age', async () => {
    const { asked } = await arvIn({});
    expect(asked[0]).toMatchObject({
      radiusMiles: 1,
      fromDate: '2025-06-30',
      livingSquareFeet: { min: 800, max: 1200 },
      yearBuilt: { min: 1965, max: 1995 },
    });
    expect((await arvIn({ subject: { yearBuilt: null } })).asked[0]?.yearBuilt).toBeUndefined();
  });

  test('otherwise multiplies the as-is value by the local flip ratio', async () => {
    const flips = [110_000, 130_000, 150_000].map((salePrice) => ({
      property: {} as Property,
      purchaseDate: '2025-01-01',
      salePrice,
    }));
    expect(await found({ flips, avm: AVM })).toEqual(['value_ratio', 260_000, 234_000, 299_000, 3]);
    expect((await found({ flips: flips.slice(1), avm: AVM }))?.[0]).toBe('as_is_floor');
    expect(await found({ flips })).toBeNull();
    expect(
      (await found({ flips, avm: AVM, sales: [flip(1), flip(1), flip(1)], subject: { livingSquareFeet: null } }))?.[0],
    ).toBe('value_ratio');
  });

  test('is the as-is value with its range if renovated homes sold for less', async () => {
    const sales = [flip(199), flip(199), flip(199)];
    const asIs = ['as_is_floor', 200_000, 180_000, 230_000, 0];
    expect(await found({ sales, avm: AVM })).toEqual(asIs);
    expect(await found({ sales: Array(9).fill(sale(150)), avm: AVM })).toEqual(asIs);
    const flips = [80_000, 90_000, 99_000].map((salePrice) => ({
      property: {} as Property,
      purchaseDate: '2025-01-01',
      salePrice,
    }));
    expect(await found({ flips, avm: AVM })).toEqual(asIs);
    expect((await found({ sales: [flip(200), flip(200), flip(200)], avm: AVM }))?.[0]).toBe('flip_resales');
  });

  test('is the as-is value without any renovated comps', async () => {
    expect(await found({ avm: AVM })).toEqual(['as_is_floor', 200_000, 180_000, 230_000, 0]);
    expect(await found({})).toBeNull();
  });

  test('of a home resold by a flipper within a year is that price, even below the as-is value', async () => {
    const market = { sales: [flip(300), flip(300), flip(300)], avm: AVM };
    const resale = (date: string) => found({ ...market, flipResale: { date, price: 150_000 } });
    expect(await resale('2025-06-30')).toEqual(['resale', 150_000, 150_000, 150_000, 1]);
    expect((await resale('2025-06-29'))?.[0]).toBe('flip_resales');
  });

  test('is never below the as-is value', async () => {
    const sales = fc.array(
      fc.record({ perSquareFoot: fc.integer({ min: 1, max: 900 }), is_flip_resale: fc.boolean() }),
      { maxLength: 12 },
    );
    const asIs = fc.double({ min: 1_000, max: 2_000_000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(sales, asIs, async (given, value) => {
        const { arv } = await arvIn({
          sales: given.map(({ perSquareFoot, ...rest }) => sale(perSquareFoot, rest)),
          avm: { ...AVM, value, valueLow: 0.9 * value, valueHigh: 1.1 * value },
        });
        expect(arv?.value).toBeGreaterThanOrEqual(value);
        expect(arv?.valueLow).toBeLessThanOrEqual(arv?.value ?? 0);
        expect(arv?.valueHigh).toBeGreaterThanOrEqual(arv?.value ?? 0);
      }),
    );
  });

  test('stays within its range and its source prices', async () => {
    const sales = fc.array(
      fc.record({
        perSquareFoot: fc.integer({ min: 50, max: 900 }),
        is_flip_resale: fc.boolean(),
        distance_miles: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(sales, async (given) => {
        const { arv } = await arvIn({ sales: given.map(({ perSquareFoot, ...rest }) => sale(perSquareFoot, rest)) });
        if (arv === null) return;
        const prices = given.map(({ perSquareFoot }) => 1000 * perSquareFoot);
        expect(arv.compCount).toBeGreaterThanOrEqual(3);
        expect(arv.valueLow).toBeLessThanOrEqual(arv.value);
        expect(arv.value).toBeLessThanOrEqual(arv.valueHigh);
        expect(arv.valueLow).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(arv.valueHigh).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });
});
