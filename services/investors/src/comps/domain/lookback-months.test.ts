import { expect, test } from 'bun:test';
import { windowEndOn } from '@plat/dataset';
import fc from 'fast-check';
import { lookbackStart } from '../../deals/domain/lookback.ts';
import { lookbackMonthsStart } from './lookback-months.ts';

test.each([
  ['2026-06-30', 24, '2024-06-30'],
  ['2026-06-30', 1, '2026-05-31'],
  ['2026-08-31', 6, '2026-03-02'],
  ['2024-03-01', 12, '2023-03-02'],
  ['2026-01-15', 16, '2024-09-15'],
  ['2026-03-31', 60, '2021-03-31'],
])('%s goes back %p months to %s', (day, months, expected) => {
  expect(lookbackMonthsStart(windowEndOn(day), months)).toBe(expected);
});

test('12 months give the same window as one year of a buyer search', () => {
  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 5 }), (day, years) => {
      expect(lookbackMonthsStart(windowEndOn(day), 12 * years)).toBe(lookbackStart(windowEndOn(day), years));
    }),
  );
});
