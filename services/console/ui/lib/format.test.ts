import { expect, test } from 'bun:test';
import { asDay, asDollars, asMonth, asName, asPercent, asPhone, asPlural, UNKNOWN } from './format.ts';

test('writes dollars, dates and telephone numbers as in the US', () => {
  expect(asDollars(271000)).toBe('$271,000');
  expect(asDay('2026-01-05')).toBe('Jan 5, 2026');
  expect(asMonth('2026-01')).toBe('Jan 2026');
  expect(asPhone(6025550142)).toBe('(602) 555-0142');
  expect(asPercent(0.705)).toBe('71%');
  expect(asPlural(1, 'buyer')).toBe('1 buyer');
});

test('marks what the records do not tell', () => {
  expect(asDollars(null)).toBe(UNKNOWN);
  expect(asDay(undefined)).toBe(UNKNOWN);
});

test('writes recorded names in mixed case and keeps legal forms', () => {
  expect(asName("OCOTILLO CANYON O'NEIL LLC")).toBe("Ocotillo Canyon O'neil LLC");
  expect(asName('Ada Example')).toBe('Ada Example');
});
