import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { monthsBefore } from './lookback-months.ts';

test.each([
  ['2026-06-30', 24, '2024-06-30'],
  ['2026-06-30', 1, '2026-05-30'],
  ['2026-08-31', 6, '2026-02-28'],
  ['2024-08-31', 6, '2024-02-29'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-03-31', 60, '2021-03-31'],
])('%s goes back %p months to %s', (day, months, expected) => {
  expect(monthsBefore(day, months)).toBe(expected);
});

test('is the same day of the month, or its last day, exactly so many months earlier', () => {
  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 60 }), (day, months) => {
      const found = monthsBefore(day, months);
      const monthNumber = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(monthNumber(day) - monthNumber(found)).toBe(months);
      const next = new Date(Date.parse(found) + 86_400_000).toISOString().slice(8, 10);
      expect(found.slice(8) === day.slice(8) || (found.slice(8) < day.slice(8) && next === '01')).toBe(true);
    }),
  );
});
