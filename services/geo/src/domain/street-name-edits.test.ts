import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { misspellingEdits, StreetNameIndex } from './street-name-edits.ts';

describe('a misspelled street name', () => {
  test.each<[string, string, number | null]>([
    ['MIAN', 'MAIN', 1],
    ['MANI', 'MAIN', 1],
    ['NIAM', 'MAIN', null],
    ['IRNOWODO', 'IRONWOOD', 2],
    ['HIKCOY', 'HICKORY', null],
    ['OK', 'OAK', 1],
    ['A', 'AB', null],
    ['15TH', '14TH', null],
    ['4TH', '14TH', null],
    ['AVENUE J', 'AVENUE H', null],
    ['AVENEU H', 'AVENUE H', 1],
    ['COUNTY ROAD 21', 'COUNTY ROAD 12', null],
    ['MAIN', 'MAIN', null],
  ])('%p for %p takes %p edits', (written, recorded, edits) => {
    expect(misspellingEdits(written, recorded)).toBe(edits as 1 | 2 | null);
  });

  test('matches in the index exactly if a direct comparison matches', () => {
    const name = fc.stringMatching(/^[A-E ]{1,11}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 60 }), name, (names, written) => {
        const compared = names.filter((one) => misspellingEdits(written, one) !== null);
        const found = new StreetNameIndex(names).near(written).map((near) => near.name);
        expect(found.sort()).toEqual(compared.sort());
      }),
      { numRuns: 300 },
    );
  });
});
