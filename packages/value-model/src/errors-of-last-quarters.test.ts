import { describe, expect, test } from 'bun:test';
import type { ValueSale } from '@plat/dataset';
import { dayOfDate } from '@plat/kit/clock';
import fc from 'fast-check';
import { MAX_EARLIER_MODELS, MEASURED_QUARTERS, QUARTER_DAYS } from './constants.ts';
import { errorsOfLastQuarters, modelDays } from './errors-of-last-quarters.ts';
import { inventSales } from './invented-sales.fixture.ts';
import { measuredValueModel } from './train-value-model.ts';

const BUILD_DAY = dayOfDate('2026-01-01');
const MEASURED_DAYS = MEASURED_QUARTERS * QUARTER_DAYS;
const AHEAD = inventSales({ sales: 3_000 });
/** A county whose records end 600 days before those of the other. */
const BEHIND = inventSales({ sales: 1_500, seed: 'behind', to: '2024-05-10' }).map(
  ({ facts, ...sale }): ValueSale => ({
    ...sale,
    facts: { ...facts, county: 'Behind', property_id: facts.property_id + 10_000 },
  }),
);
const SALES = [...AHEAD, ...BEHIND].sort((a, b) => a.day - b.day);

const errorsOf = (sales: readonly ValueSale[]) => {
  const { forward } = measuredValueModel(sales, 'WA', BUILD_DAY, 'quick')!;
  return errorsOfLastQuarters(sales, BUILD_DAY, forward, 'quick');
};
const daysOf = (sales: readonly { day: number }[]) => sales.map(({ day }) => day).sort((a, b) => a - b);
const lastYearOf = (sales: readonly ValueSale[]) => sales.filter(({ day }) => day > sales.at(-1)!.day - MEASURED_DAYS);

describe('errors of the last four quarters', () => {
  test('cover every sale of the four quarters before the last day of each county', () => {
    const errors = errorsOf(SALES);
    const of = (name: string) => errors.filter(({ county }) => county === name);
    expect(daysOf(of('Invented'))).toEqual(daysOf(lastYearOf(AHEAD)));
    expect(daysOf(of('Behind'))).toEqual(daysOf(lastYearOf(BEHIND)));
    const size = errors.map(({ error }) => Math.abs(error)).sort((a, b) => a - b)[errors.length >> 1]!;
    expect(size).toBeLessThan(0.12);
  });

  test('come from models without sales of the quarter or of later ones', () => {
    const origin = AHEAD.at(-1)!.day + 1 - 3 * QUARTER_DAYS;
    const changed = AHEAD.map((sale) => (sale.day >= origin ? { ...sale, logPrice: sale.logPrice + 0.5 } : sale));
    const before = (sales: readonly ValueSale[]) =>
      errorsOf(sales).flatMap(({ day, error }) => (day < origin ? [{ day, error }] : []));
    expect(before(AHEAD).length).toBeGreaterThan(50);
    expect(before(changed)).toEqual(before(AHEAD));
  });

  test('stop where the records are too short to learn from', () => {
    const short = AHEAD.slice(-500);
    const errors = errorsOf(short);
    expect(errors.length).toBeGreaterThanOrEqual(125);
    expect(errors.length).toBeLessThanOrEqual(lastYearOf(short).length);
  });
});

describe('the days that models are fitted for', () => {
  test('are the first days of the quarters while these are few', () => {
    const quarters = new Map([
      [100, 5],
      [191, 9],
    ]);
    expect(modelDays(quarters, 3)).toEqual([100, 191]);
    expect(modelDays(new Map(), 3)).toEqual([]);
  });

  test('drop the quarter whose sales lose least by an earlier model', () => {
    // 5 sales at 191 days after the model before, against 50 sales at 91 days, and 5 sales at 500 days.
    expect(
      modelDays(
        new Map([
          [0, 50],
          [91, 50],
          [182, 5],
          [682, 5],
        ]),
        3,
      ),
    ).toEqual([0, 91, 682]);
  });

  test('are bounded, and every quarter has one at or before it', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(days, (starts) => {
        const chosen = modelDays(new Map(starts.map((start) => [start, 1 + (start % 7)])), MAX_EARLIER_MODELS);
        expect(chosen.length).toBe(Math.min(starts.length, MAX_EARLIER_MODELS));
        expect(chosen[0]).toBe(Math.min(...starts));
        expect(chosen.every((day) => starts.includes(day))).toBe(true);
      }),
    );
  });
});
