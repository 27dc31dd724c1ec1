import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ImportProgress, reportProgress, type StageProgress } from './progress.ts';

const step = (stage: string, region: string, done = 0, total = 20): StageProgress => ({
  stage,
  region,
  done,
  total,
  unit: 'steps',
});
const rows = (stage: string, done: number, total: number | null): StageProgress => ({
  stage,
  region: null,
  done,
  total,
  unit: 'rows',
});

/** The reports that a listener receives. */
function heard(report: (reports: ReturnType<typeof reportProgress>) => void): ImportProgress[] {
  const told: ImportProgress[] = [];
  report(reportProgress((progress) => told.push(progress)));
  return told;
}

describe('progress of a whole import', () => {
  test('starts at 0, ends at 1 and names the rows that a stage works on', () => {
    const told = heard(({ stage, build }) => {
      stage(rows('read', 0, null));
      stage(rows('map', 500, 1_000));
      build(new Map([['AZ', 1_000]]));
      stage(step('normalise', 'AZ'));
      stage(step('publish', 'AZ', 20));
    });
    expect(told.map((one) => one.rows)).toEqual([0, 1_000, 1_000, 1_000]);
    expect(told.at(0)?.overall).toBe(0);
    expect(told.at(-1)?.overall).toBe(1);
  });

  test('weighs regions by their facts', () => {
    const told = heard(({ stage, build }) => {
      build(
        new Map([
          ['AZ', 900],
          ['ALL', 100],
        ]),
      );
      stage(step('publish', 'ALL', 20));
      stage(step('publish', 'AZ', 20));
    });
    expect(told.map(({ overall }) => overall)).toEqual([0.1, 1]);
  });

  test('never falls and stays between 0 and 1 for any reports', () => {
    const names = fc.constantFrom('read', 'map', 'normalise', 'estimate values', 'publish', 'a stage of tomorrow');
    const reported = fc.record({
      stage: names,
      region: fc.constantFrom(null, 'AZ', 'NH'),
      done: fc.nat(100),
      total: fc.option(fc.nat(100)),
      unit: fc.constant('rows' as const),
    });
    fc.assert(
      fc.property(fc.array(reported), fc.nat(), fc.nat(), (all, az, nh) => {
        const shares = heard(({ stage, build }) => {
          for (const [index, one] of all.entries()) {
            if (index === 3) {
              build(
                new Map([
                  ['AZ', az],
                  ['NH', nh],
                ]),
              );
            }
            stage(one);
          }
        }).map(({ overall }) => overall);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});
