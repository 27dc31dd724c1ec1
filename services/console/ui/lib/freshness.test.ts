import { expect, test } from 'bun:test';
import { ageInDays, freshnessOf } from './freshness.ts';

test('counts the age of records in whole days', () => {
  expect(ageInDays('2026-02-27', '2026-03-01')).toBe(2);
  expect(ageInDays('2026-03-02', '2026-03-01')).toBe(0);
  expect(ageInDays(null, '2026-03-01')).toBeNull();
});

test('names the freshness of an age, and counts records without sales as old', () => {
  expect([0, 30, 31, 90, 181].map((age) => freshnessOf(age).days)).toEqual([30, 30, 90, 90, Number.POSITIVE_INFINITY]);
  expect(freshnessOf(null).days).toBe(Number.POSITIVE_INFINITY);
});
