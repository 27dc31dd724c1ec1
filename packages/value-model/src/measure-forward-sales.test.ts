import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ForwardSale } from './error-ranges.ts';
import { measureForwardSales } from './measure-forward-sales.ts';

/** A price of 200,000 that the model missed by this many log points. */
const sale = (error: number, changes: Partial<ForwardSale> = {}): ForwardSale => ({
  county: 'Maricopa',
  propertyType: 'SFR',
  day: 20_000,
  error,
  scale: 0.1,
  logPrice: Math.log(200_000),
  ...changes,
});
const repeated = (count: number, make: (at: number) => ForwardSale) =>
  Array.from({ length: count }, (_, at) => make(at));

describe('accuracy from the errors of training', () => {
  test('has the metrics of each county and type with at least 10 sales, and their last day', () => {
    const off = Math.log(1.1);
    const rows = measureForwardSales([
      ...repeated(60, (at) => sale(at % 2 === 0 ? off : -off)),
      ...repeated(1, () => sale(off, { propertyType: 'CONDO', day: 20_010 })),
      ...repeated(10, () => sale(0, { county: null, propertyType: 'CONDO' })),
      ...repeated(9, () => sale(0, { county: 'Pima' })),
    ]);
    const shown = rows.map((row) => [row.county, row.property_type, row.sample_size, row.evaluated_on]);
    expect(shown).toEqual([
      ['Maricopa', 'SFR', 60, '2024-10-14'],
      ['unknown', 'CONDO', 10, '2024-10-04'],
    ]);
    // Half of the values are 1.1 times the price, half the price divided by 1.1.
    expect(rows[0]).toMatchObject({ mdape: 9.55, within_5_percent: 0, within_10_percent: 0.5, within_20_percent: 1 });
    expect(rows[1]).toMatchObject({ mdape: 0, median_ratio: 1, range_coverage: 1 });
  });

  test('says nothing with fewer than 50 sales in all', () => {
    expect(measureForwardSales([])).toEqual([]);
    expect(measureForwardSales(repeated(49, () => sale(0.1)))).toEqual([]);
  });

  test('measures the share in range on sales that the range does not know', () => {
    // Every second sale has a hundred times the error of the others: the range of one half misses the other.
    const rows = measureForwardSales(repeated(200, (at) => sale(at % 2 === 0 ? 0.01 : 1)));
    expect(rows[0]?.range_coverage).toBe(0.5);
  });

  test('widens the range of a sale with the scale of its home', () => {
    // Errors of 0.01 and 1 by turns fit inside their own scales.
    const own = (at: number) => (at % 4 < 2 ? 0.01 : 1);
    const rows = measureForwardSales(repeated(200, (at) => sale(own(at), { scale: own(at) })));
    expect(rows[0]?.range_coverage).toBe(1);
  });

  test('keeps shares between 0 and 1 and counts every sale', () => {
    const anError = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.array(anError, { minLength: 50, maxLength: 200 }), (errors) => {
        const [row] = measureForwardSales(errors.map((error) => sale(error)));
        expect(row?.sample_size).toBe(errors.length);
        for (const share of [row!.within_5_percent, row!.within_20_percent, row!.range_coverage]) {
          expect(share).toBeWithin(0, 1.000001);
        }
      }),
    );
  });
});
