import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { exampleDeal } from '../../search/domain/examples.fixture.ts';
import { isComparable, likeness, type SubjectDetails } from './comp-likeness.ts';

const details = (changes: Partial<SubjectDetails> = {}): SubjectDetails => ({
  bedrooms: null,
  bathrooms: null,
  square_feet: null,
  ...changes,
});
const HOUSE = details({ bedrooms: 3, bathrooms: 2, square_feet: 1500 });

test.each<[string, Parameters<typeof exampleDeal>[0], SubjectDetails, number]>([
  ['the subject itself', {}, HOUSE, 1],
  ['nothing known of the subject: location alone', { distanceMiles: 1 }, details(), Math.exp(-1)],
  ['double the size', { livingSquareFeet: 3000 }, details({ square_feet: 1500 }), (1 + 0) / 2],
  ['a room more', { bedrooms: 4 }, details({ bedrooms: 3 }), (1 + 2 / 3) / 2],
  ['rooms are one part of three', { bedrooms: 4, bathrooms: 3 }, HOUSE, (1 + 1 + 2 / 3) / 3],
  ['unknown rooms are no likeness', { bedrooms: null }, HOUSE, (1 + 1 + 1 / 2) / 3],
  ['an unknown size is no likeness', { livingSquareFeet: null }, HOUSE, (1 + 0 + 1) / 3],
  ['a size of 0 is not known', { livingSquareFeet: 900 }, details({ square_feet: 0 }), 1],
])('%s', (_, deal, subject, expected) => {
  expect(likeness(exampleDeal(deal), subject, 2)).toBeCloseTo(expected, 12);
});

test.each<[string, Parameters<typeof exampleDeal>[0], boolean]>([
  ['half as large again', { livingSquareFeet: 2250 }, true],
  ['a foot more', { livingSquareFeet: 2251 }, false],
  ['half as large', { livingSquareFeet: 750 }, true],
  ['a foot less', { livingSquareFeet: 749 }, false],
  ['two bedrooms more', { bedrooms: 5 }, true],
  ['three bedrooms more', { bedrooms: 6 }, false],
  ['two and a half baths more', { bathrooms: 4.5 }, false],
  ['nothing known', { livingSquareFeet: null, bedrooms: null, bathrooms: null }, true],
])('%s is comparable: %p', (_, deal, expected) => {
  expect(isComparable(exampleDeal(deal), HOUSE)).toBe(expected);
});

test('similarity stays between 0 and 1 and never rises with distance', () => {
  const amount = fc.option(fc.double({ min: 0, max: 5000, noNaN: true }));
  const deal = fc.record({ livingSquareFeet: amount, bedrooms: amount, bathrooms: amount });
  const subject = fc.record({ square_feet: amount, bedrooms: amount, bathrooms: amount });
  const miles = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(deal, subject, miles, miles, (changes, asked, a, b) => {
      const [near, far] = [Math.min(a, b), Math.max(a, b)].map((distanceMiles) =>
        likeness(exampleDeal({ ...changes, distanceMiles }), asked, 10),
      ) as [number, number];
      expect(far).toBeWithin(0, near + 1e-12);
      expect(near).toBeLessThanOrEqual(1);
    }),
  );
});
