import { describe, expect, test } from 'bun:test';
import { dateOfDay, dayOfDate } from '@plat/kit/clock';
import { COMPARABLE_FEATURES, comparableFeatures } from './comparable-features.ts';
import { MIN_TRAINING_SALES } from './constants.ts';
import { evaluateForward } from './evaluate-forward.ts';
import { inventSales } from './invented-sales.fixture.ts';
import { decodeModel, encodeModel } from './model-codec.ts';
import { createPropertyValuer } from './property-value.ts';
import { indexPool, roomForNeighbours } from './sale-pool.ts';
import { trainValueModel } from './train-value-model.ts';
import type { ValueModel } from './value-model.ts';

const SALES = inventSales({ sales: 1_500 });
const BUILD_DAY = dayOfDate('2026-01-01');

const train = (sales = SALES, day = BUILD_DAY): ValueModel => {
  const model = trainValueModel(sales, 'WA', day);
  if (model === null) throw new Error('no model');
  return model;
};

describe('a value model', () => {
  const model = train();
  const { content, modelVersion } = encodeModel(model);

  test('is identical for the same sales, and different for others', () => {
    expect(encodeModel(train())).toEqual({ content, modelVersion });
    expect(encodeModel(train(SALES.slice(1))).modelVersion).not.toBe(modelVersion);
    expect(modelVersion).toMatch(/^2026-01-01-[0-9a-f]{8}$/);
  });

  test('gives the same values after encoding and decoding', () => {
    const direct = createPropertyValuer(model, modelVersion);
    const stored = createPropertyValuer(decodeModel(content), modelVersion);
    for (const { facts } of SALES.slice(0, 100)) {
      expect(stored.valueOf(facts, '2026-01-01')).toEqual(direct.valueOf(facts, '2026-01-01'));
    }
  });

  test('comes close to true values, with range and confidence that fit its errors', () => {
    const valuer = createPropertyValuer(model, modelVersion);
    const later = dayOfDate('2025-09-01');
    const unseen = inventSales({ sales: 4_000, seed: 'unseen', noise: 0 }).filter(({ day }) => day > later);
    const errors = unseen.map(({ facts, day, logPrice }) => {
      // A separate property, because the ids of the town begin again.
      const value = valuer.valueOf({ ...facts, property_id: facts.property_id + 10_000 }, dateOfDay(day))!;
      return Math.abs(Math.log(value.value) - logPrice);
    });
    expect(errors.sort((a, b) => a - b)[errors.length >> 1]!).toBeLessThan(0.06);
    const value = valuer.valueOf(SALES[0]!.facts, '2026-01-01')!;
    expect(value.fsd).toBeGreaterThan(0.05);
    expect(value.fsd).toBeLessThan(0.15);
    expect(value.confidenceScore).toBe(Math.round(100 * (1 - value.fsd / 0.4)));
    expect(Math.log(value.valueHigh / value.valueLow) / 2 / 0.08).toBeWithin(1.2, 2);
  });

  test('follows prices: a value as of two years ago lacks the growth since', () => {
    const valuer = createPropertyValuer(model, modelVersion);
    const grown = SALES.slice(0, 200).map(({ facts }) =>
      Math.log(valuer.valueOf(facts, '2025-10-01')!.value / valuer.valueOf(facts, '2023-10-01')!.value),
    );
    const mean = grown.reduce((sum, one) => sum + one, 0) / grown.length;
    expect(Math.abs(mean - 0.12)).toBeLessThan(0.04);
  });

  test('does not depend on later sales', () => {
    const origin = dayOfDate('2025-01-01');
    const later = SALES.filter(({ day }) => day >= origin);
    const shuffled = [
      ...SALES.filter(({ day }) => day < origin),
      ...later.map((sale, at) => ({ ...sale, logPrice: later[later.length - 1 - at]!.logPrice + 1 })),
    ];
    expect(encodeModel(train(shuffled, origin))).toEqual(encodeModel(train(SALES, origin)));
  });

  test('uses no comparable sale from the valuation day on', () => {
    const last = SALES.at(-1)!;
    const residual = model.pool.residual.slice();
    residual[residual.length - 1] = 0.6;
    const changed: ValueModel = { ...model, pool: { ...model.pool, residual } };
    const subject = { ...last.facts, property_id: 2e6 };
    const features = (from: ValueModel, days: number) => {
      const row = new Float64Array(COMPARABLE_FEATURES.length);
      const at = { facts: subject, day: last.day + days, beforeDay: last.day + days };
      comparableFeatures(from.pool, indexPool(from.pool), at, roomForNeighbours(60), row, 0);
      return [...row];
    };
    expect(features(changed, 0)).toEqual(features(model, 0));
    expect(features(changed, 1)).not.toEqual(features(model, 1));
    const [one, other] = [model, changed].map((from) => createPropertyValuer(from, ''));
    expect(other!.valueOf(subject, dateOfDay(last.day))).toEqual(one!.valueOf(subject, dateOfDay(last.day)));
  });

  test('has no value for land, for a home without size or coordinates, or far outside of sold sizes', () => {
    const valuer = createPropertyValuer(model, modelVersion);
    const { facts } = SALES[0]!;
    for (const change of [
      { property_type: 'LAND' },
      { property_type: 'OTHER' },
      { living_square_feet: null },
      { living_square_feet: 100 },
      { latitude: null },
    ]) {
      expect(valuer.valueOf({ ...facts, ...change }, '2026-01-01')).toBeNull();
    }
    const bare = {
      ...facts,
      bedrooms: null,
      lot_square_feet: null,
      year_built: null,
      quality_grade: null,
      county: null,
    };
    expect(valuer.valueOf(bare, '2026-01-01')!.value).toBeGreaterThan(0);
  });
});

describe('there is no value model', () => {
  test('with too few sales', () => {
    expect(trainValueModel(SALES.slice(-MIN_TRAINING_SALES + 1), 'WA', BUILD_DAY)).toBeNull();
    expect(trainValueModel([], 'WA', BUILD_DAY)).toBeNull();
  });

  test('with old sales only', () => {
    expect(trainValueModel(SALES, 'WA', dayOfDate('2028-06-01'))).toBeNull();
  });
});

describe('the forward evaluation', () => {
  test('holds out the last quarters in turn and reports groups with enough sales', async () => {
    const seen: string[] = [];
    const found = await evaluateForward(SALES, 'WA', { quarters: 2, minSales: 40, onQuarter: (day) => seen.push(day) });
    expect(seen).toEqual(['2025-07-01', '2025-10-01']);
    expect(found.quarters).toEqual(seen);
    expect(found.groups.map(({ county, property_type }) => [county, property_type])).toEqual([['Invented', 'SFR']]);
    expect(found.all!.sample_size).toBe(SALES.filter(({ day }) => day >= dayOfDate('2025-07-01')).length);
    expect(found.all!.mdape).toBeLessThan(9);
    expect(found.all!.median_ratio).toBeWithin(0.95, 1.05);
    expect(found.all!.range_coverage).toBeWithin(0.72, 0.96);
  });

  test('refits each month on request, and values the same sales', async () => {
    const [byMonth, byQuarter] = await Promise.all([
      evaluateForward(SALES, 'WA', { quarters: 1, refit: 'month' }),
      evaluateForward(SALES, 'WA', { quarters: 1 }),
    ]);
    expect(byMonth.quarters).toEqual(['2025-10-01', '2025-11-01', '2025-12-01']);
    expect(byMonth.homes.map(({ price }) => price)).toEqual(byQuarter.homes.map(({ price }) => price));
    const valuesUntil = ({ homes }: typeof byMonth, end: string) =>
      homes.flatMap(({ day, value }) => (day < dayOfDate(end) ? [value] : []));
    expect(valuesUntil(byMonth, '2025-11-01')).toEqual(valuesUntil(byQuarter, '2025-11-01'));
    expect(valuesUntil(byMonth, '2026-01-01')).not.toEqual(valuesUntil(byQuarter, '2026-01-01'));
  });

  test('is empty without sales', async () => {
    expect(await evaluateForward([], 'WA')).toEqual({ quarters: [], groups: [], all: null, homes: [] });
  });
});
