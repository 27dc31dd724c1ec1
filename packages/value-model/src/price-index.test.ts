import { expect, test } from 'bun:test';
import { fitPriceIndex, indexOn } from './price-index.ts';
import { createRandom } from './random.ts';

const DAYS = 5 * 365;

function residuals(levelOn: (day: number, county: string) => number, count = 6_000, counties = ['A']) {
  const random = createRandom('index');
  return Array.from({ length: count }, () => {
    const day = random.integer(0, DAYS);
    const county = random.pick(counties);
    return { day, county, residual: levelOn(day, county) + 0.15 * random.normal() };
  });
}

test('follows a trend with its yearly season, and continues both after the newest sale', () => {
  const level = (day: number) => (0.08 * day) / 365.25 + 0.03 * Math.sin((2 * Math.PI * day) / 365.25);
  const index = fitPriceIndex(residuals(level));
  for (let day = 60; day <= DAYS + 80; day += 20)
    expect(Math.abs(indexOn(index, 'A', day) - level(day))).toBeLessThan(0.03);
});

test('ends the trend some months after the newest sale', () => {
  const index = fitPriceIndex(residuals((day) => (0.1 * day) / 365.25));
  expect(indexOn(index, null, DAYS + 4_000)).toBe(indexOn(index, null, DAYS + 400));
  expect(indexOn(index, null, DAYS + 4_000) - indexOn(index, null, DAYS)).toBeLessThan(0.06);
});

test('ignores single extreme prices', () => {
  const calm = residuals(() => 0);
  const wild = [...calm, ...Array.from({ length: 20 }, () => ({ day: 900, county: 'A', residual: 9 }))];
  expect(Math.abs(indexOn(fitPriceIndex(wild), 'A', 900) - indexOn(fitPriceIndex(calm), 'A', 900))).toBeLessThan(0.05);
});

test('gives a county with enough sales its own curve, and others that of the region', () => {
  const both = residuals((day, county) => (county === 'A' ? 0 : (0.1 * day) / 365.25), 6_000, ['A', 'B']);
  const thin = [{ day: 1_800, county: 'C', residual: 2 }];
  const index = fitPriceIndex([...both, ...thin]);
  expect(indexOn(index, 'B', 1_700) - indexOn(index, 'A', 1_700)).toBeGreaterThan(0.35);
  expect(Math.abs(indexOn(index, 'C', 1_750) - indexOn(index, null, 1_750))).toBeLessThan(0.03);
});

test('is flat for sales of a single day', () => {
  const index = fitPriceIndex([{ day: 10, county: null, residual: 0.5 }]);
  expect(indexOn(index, null, 10)).toBeCloseTo(0.5, 6);
  expect(indexOn(index, null, 500)).toBeCloseTo(0.5, 6);
});

test('ignores a straggler after the last sales, and avoids steep trends from few sales', () => {
  const random = createRandom('thin');
  const thin = Array.from({ length: 400 }, () => {
    const day = random.integer(0, DAYS);
    return { day, county: 'A', residual: (0.05 * day) / 365.25 + 0.3 * random.normal() };
  });
  const straggling = [...thin, { day: DAYS + 200, county: 'A', residual: 0.4 }];
  for (const sales of [thin, straggling]) {
    expect(Math.abs(indexOn(fitPriceIndex(sales), 'A', DAYS + 200) - 0.25)).toBeLessThan(0.12);
  }
});

test.each([150, 320, 500, 700, 911, 1_000, 1_800, 3_000])(
  'with %i sales a year there is a level on every day',
  (salesAYear) => {
    const index = fitPriceIndex(residuals((day) => (0.05 * day) / 365.25, 5 * salesAYear));
    for (let day = 0; day <= DAYS + 400; day += 50) {
      expect(Math.abs(indexOn(index, 'A', day) - (0.05 * Math.min(day, DAYS)) / 365.25)).toBeLessThan(0.15);
    }
  },
);
