import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { keyAsTyped, standardFormsOfPrefix } from './typed-prefix.ts';

describe('typed text in the form of a key', () => {
  test.each([
    ['123 main st, phoenix, az 850', '123 MAIN ST PHOENIX AZ 850'],
    ['2325 Fox Hollow ', '2325 FOX HOLLOW '],
    ['1611 Coral Ct,', '1611 CORAL CT '],
    ["9 O'Brien Way", '9 OBRIEN WAY'],
    ["6 Lago Ct, Coeur D'", '6 LAGO CT COEUR D'],
    ['12 1/2 key', '12 1/2 KEY'],
    ['  ', ''],
    ['', ''],
  ])('%p is %p', (text, key) => expect(keyAsTyped(text)).toBe(key));

  test('contains nothing that a LIKE pattern or the end of a key range could misread', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[A-Z0-9#/ -]*$/.test(keyAsTyped(text))));
  });
});

test.each([
  ['BOULEV', ['BLVD']],
  ['apartm', ['APT']],
  ['NORTHEA', ['NE']],
  ['Arizo', ['AZ']],
  ['SAIN', ['ST']],
  ['BO', []],
  ['AVE', []],
  ['ZZZ', []],
  ['', []],
])('%p starts a word that keys write as %p', (word, standards) =>
  expect(standardFormsOfPrefix(word)).toEqual(standards),
);
