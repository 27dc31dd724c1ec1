import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { TypoIndex, withinOneTypo } from './one-typo.ts';

test.each([
  ['SAGUARO', 'SAGAURO', true],
  ['SAGUARO', 'SAGUAR', true],
  ['SAGUARO', 'SAGUAROO', true],
  ['SAGUARO', 'SAGOARO', true],
  ['SAGUARO', 'SAGUARO', true],
  ['SAGUARO', 'SAGOORO', false],
  ['SAGUARO', 'SGAUAOR', false],
  ['MAIN', 'MINA', false],
  ['', 'A', true],
  ['', 'AB', false],
])('%p and %p: %p', (a, b, near) => {
  expect(withinOneTypo(a, b)).toBe(near);
  expect(withinOneTypo(b, a)).toBe(near);
});

test('the index finds exactly the words that a scan finds', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 4, maxLength: 7 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (words, asked) => {
      const scanned = words.filter((one) => one !== asked && withinOneTypo(one, asked));
      expect(new TypoIndex(words).near(asked).sort()).toEqual(scanned.sort());
    }),
    { numRuns: 300 },
  );
});
