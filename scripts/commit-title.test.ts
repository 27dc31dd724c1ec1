import { expect, test } from 'bun:test';
import { titleFault } from './commit-title.ts';

test.each([
  'geo: reject contradicting directionals',
  'geo, valuation: rename a reader',
  'test-kit: feed a queue by hand',
  `cli: ${'a'.repeat(67)}`,
  'Revert "geo: reject contradicting directionals"',
])('accepts the title %s', (title) => {
  expect(titleFault(title)).toBeNull();
});

test.each([
  ['Reject contradicting directionals', 'scope'],
  ['geo: Reject contradicting directionals', 'lower case'],
  ['geo: rejected contradicting directionals', 'imperative'],
  ['geo: adds a reader', 'imperative'],
  ['geo: add a reader.', 'full stop'],
  [`cli: ${'a'.repeat(68)}`, '73 characters'],
])('rejects the title %s', (title, reason) => {
  expect(titleFault(title)).toContain(reason);
});
