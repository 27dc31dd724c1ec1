import { describe, expect, test } from 'bun:test';
import { MIN_ERRORS_FOR_SCALE } from './constants.ts';
import { fitErrorScale, SCALE_FEATURES, scaleOf } from './error-scale.ts';
import { createRandom } from './random.ts';

/** Homes whose errors are three times as wide where the first feature is above one half. */
function inventErrors(count: number) {
  const random = createRandom('errors');
  const rows = Array.from({ length: count }, () => Float64Array.from(SCALE_FEATURES, () => random.next()));
  return { rows, errors: Float64Array.from(rows, ([first]) => (first! > 0.5 ? 0.3 : 0.1) * random.normal()) };
}

describe('the scale of errors', () => {
  const { rows, errors } = inventErrors(3_000);
  const { scale, unseen } = fitErrorScale(rows, errors);

  test('follows how much such homes err, also for errors that it did not see', () => {
    const ratioOf = (scales: ArrayLike<number>) => {
      const of = (isWide: boolean) => Array.from(scales).filter((_, at) => rows[at]![0]! > 0.5 === isWide);
      const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
      return mean(of(true)) / mean(of(false));
    };
    expect(ratioOf(rows.map((row) => scaleOf(scale, row)))).toBeWithin(2, 3.5);
    expect(ratioOf(unseen)).toBeWithin(2, 3.5);
  });

  test('is the same for the same errors', () => {
    expect(fitErrorScale(rows, errors)).toEqual({ scale, unseen });
  });

  test('of an error comes from trees without it', () => {
    const changed = errors.slice();
    changed[7] = 3;
    expect(fitErrorScale(rows, changed).unseen[7]).toBe(unseen[7]!);
    expect(scaleOf(fitErrorScale(rows, changed).scale, rows[7]!)).not.toBe(scaleOf(scale, rows[7]!));
  });

  test('is one for all homes with few errors', () => {
    const few = inventErrors(MIN_ERRORS_FOR_SCALE - 1);
    const flat = fitErrorScale(few.rows, few.errors);
    expect(new Set(flat.unseen).size).toBe(1);
    expect(scaleOf(flat.scale, few.rows[0]!)).toBe(flat.unseen[0]!);
    expect(fitErrorScale([], new Float64Array(0)).unseen).toHaveLength(0);
  });
});
