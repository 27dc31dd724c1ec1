import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRandom } from '../random.ts';
import { binColumns, type FeatureColumns } from './bin-features.ts';
import { predictRow } from './booster.ts';
import { lossOf, type Objective } from './objectives.ts';
import { type BoosterOptions, trainBooster as trainOnBins } from './train-booster.ts';

const OPTIONS: BoosterOptions = {
  trees: 80,
  learningRate: 0.1,
  objective: { kind: 'squared' },
  rowShare: 1,
  seed: 'test',
  maxLeaves: 8,
  minLeafWeight: 5,
  ridge: 0.1,
  featureShare: 1,
};
const ROWS = 1_000;

const trainBooster = (columns: FeatureColumns, target: Float64Array, options: BoosterOptions, weights?: Float64Array) =>
  trainOnBins(binColumns(columns), target, options, weights);

/** Columns of uniform numbers in [0, 1), and a target computed from each row. */
function table(columnCount: number, target: (row: number[], noise: number) => number, seed = 'table') {
  const random = createRandom(seed);
  const columns = Array.from({ length: columnCount }, () => Float64Array.from({ length: ROWS }, () => random.next()));
  const rowAt = (row: number) => columns.map((column) => column[row]!);
  return { columns, target: Float64Array.from({ length: ROWS }, (_, row) => target(rowAt(row), random.normal())) };
}

const predict = (booster: ReturnType<typeof trainBooster>, ...row: number[]) =>
  predictRow(booster, Float64Array.from(row));

describe('a booster', () => {
  test('recovers a step at its place', () => {
    const { columns, target } = table(2, ([x]) => (x! < 0.3 ? 1 : 5));
    const booster = trainBooster(columns, target, OPTIONS);
    expect(predict(booster, 0.28, 0.5)).toBeCloseTo(1, 1);
    expect(predict(booster, 0.32, 0.5)).toBeCloseTo(5, 1);
  });

  test('recovers a line, and an interaction of two columns', () => {
    const line = table(3, ([x, y]) => 2 * x! - y!);
    const onLine = trainBooster(line.columns, line.target, OPTIONS);
    expect(predict(onLine, 0.9, 0.1, 0.5)).toBeCloseTo(1.7, 0);
    expect(Math.abs(predict(onLine, 0.2, 0.8, 0.5) + 0.4)).toBeLessThan(0.15);
    const crossed = table(2, ([x, y]) => (x! > 0.5 === y! > 0.5 ? 1 : -1));
    const onCross = trainBooster(crossed.columns, crossed.target, OPTIONS);
    expect(predict(onCross, 0.8, 0.9)).toBeGreaterThan(0.8);
    expect(predict(onCross, 0.2, 0.9)).toBeLessThan(-0.8);
  });

  test('sends missing values to the side with similar targets', () => {
    const { columns, target } = table(2, ([x]) => x!);
    for (let row = 0; row < ROWS; row += 4) {
      columns[0]![row] = Number.NaN;
      target[row] = 3;
    }
    const booster = trainBooster(columns, target, OPTIONS);
    expect(predict(booster, Number.NaN, 0.5)).toBeCloseTo(3, 1);
    expect(predict(booster, 0.5, 0.5)).toBeCloseTo(0.5, 1);
  });

  test('predicts the requested median or quantile despite outliers', () => {
    const { columns, target } = table(1, ([x], noise) => x! + noise * 0.1);
    for (let row = 0; row < ROWS; row += 10) target[row] = 1_000;
    const absolute = trainBooster(columns, target, { ...OPTIONS, objective: { kind: 'absolute' }, minLeafWeight: 50 });
    expect(Math.abs(predict(absolute, 0.5) - 0.5)).toBeLessThan(0.2);
    const clean = table(1, (_, noise) => noise);
    const high = { ...OPTIONS, trees: 20, minLeafWeight: 200, objective: { kind: 'quantile', quantile: 0.9 } } as const;
    const above = trainBooster(clean.columns, clean.target, high);
    expect(Math.abs(predict(above, 0.5) - 1.28)).toBeLessThan(0.35);
  });

  test('starts at the quantile of its target', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (target, quantile) => {
        const options = { ...OPTIONS, trees: 0, objective: { kind: 'quantile', quantile } } as const;
        const { base } = trainBooster([], Float64Array.from(target), options);
        const ascending = target.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        // `toBe` would tell 0 from -0.
        expect(base === ascending[Math.min(target.length - 1, Math.floor(quantile * target.length))]).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each<Objective>([{ kind: 'squared' }, { kind: 'huber', delta: 0.5 }, { kind: 'absolute' }])(
    'never fits its training rows worse with more trees ($kind)',
    (objective) => {
      const { columns, target } = table(3, ([x, y], noise) => Math.sin(6 * x!) + y! * y! + 0.2 * noise);
      const lossWith = (trees: number) => {
        const booster = trainBooster(columns, target, { ...OPTIONS, trees, objective });
        const rows = Array.from(target, (_, row) => Float64Array.from(columns, (column) => column[row]!));
        return rows.reduce((sum, row, at) => sum + lossOf(objective, target[at]! - predictRow(booster, row)), 0);
      };
      const losses = [0, 1, 5, 20, 60].map(lossWith);
      for (const [at, loss] of losses.entries()) if (at > 0) expect(loss).toBeLessThan(losses[at - 1]!);
    },
  );

  test('depends on its seed', () => {
    const { columns, target } = table(3, ([x, y], noise) => x! * y! + 0.1 * noise);
    const sampled = { ...OPTIONS, trees: 10, rowShare: 0.7, featureShare: 0.6 };
    expect(trainBooster(columns, target, sampled)).toEqual(trainBooster(columns, target, sampled));
    expect(trainBooster(columns, target, { ...sampled, seed: 'other' })).not.toEqual(
      trainBooster(columns, target, sampled),
    );
  });

  test('uses the weights of rows', () => {
    const { columns } = table(1, () => 0);
    const target = Float64Array.from({ length: ROWS }, (_, row) => row % 2);
    const weights = Float64Array.from({ length: ROWS }, (_, row) => (row % 2 === 0 ? 3 : 1));
    expect(predict(trainBooster(columns, target, { ...OPTIONS, trees: 0 }, weights), 0.5)).toBeCloseTo(0.25, 6);
  });

  test('predicts the constant from constant columns, one row or a constant target', () => {
    const flat = [new Float64Array(50).fill(7)];
    expect(predict(trainBooster(flat, new Float64Array(50).fill(2), OPTIONS), 7)).toBeCloseTo(2, 6);
    expect(predict(trainBooster([new Float64Array([1])], new Float64Array([4]), OPTIONS), 9)).toBe(4);
    const unknown = [new Float64Array(50).fill(Number.NaN)];
    expect(predict(trainBooster(unknown, new Float64Array(50).fill(2), OPTIONS), 1)).toBeCloseTo(2, 6);
  });
});
