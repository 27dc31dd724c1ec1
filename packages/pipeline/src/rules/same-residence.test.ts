import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareResidence, type ResidenceComparison, type ResidenceKey } from './same-residence.ts';

const address = (key: string): ResidenceKey => ({ key, buildingKey: key.replace(/ (?:#|REAR|FL )[^|]*\|/, '|') });

const CASES: [promise: string, mailing: string, situs: string, comparison: ResidenceComparison][] = [
  ['the same line', '12 OAK ST|85001', '12 OAK ST|85001', 'same'],
  ['another house', '12 OAK ST|85001', '90 OAK ST|85001', 'different'],
  ['the same line under a neighbouring ZIP', '12 OAK ST|85001', '12 OAK ST|85002', 'same'],
  ['the same line in a ZIP elsewhere', '12 OAK ST|85001', '12 OAK ST|10001', 'different'],
  ['the same line in another city', '12 OAK ST|MESA AZ', '12 OAK ST|PHOENIX AZ', 'different'],
  ['a situs that has only its city', '12 OAK ST|85001', '12 OAK ST|PHOENIX AZ', 'same'],
  ['a situs city in another state', '12 OAK ST|85001', '12 OAK ST|BOSTON MA', 'different'],
  ['another unit', '12 OAK ST #3|85001', '12 OAK ST #5|85001', 'different'],
  ['a unit left out of the mailing address', '12 OAK ST|85001', '12 OAK ST #5|85001', 'same'],
  ['a unit that the roll does not have', '12 OAK ST #2|85001', '12 OAK ST|85001', 'same'],
  ['a letter that only one side has', '12 OAK ST #307|85001', '12 OAK ST #307C|85001', 'same'],
  ['different letters', '12 OAK ST #2A|85001', '12 OAK ST #2B|85001', 'different'],
  ['a number inside the range of the roll', '24 OAK ST|85001', '22-24 OAK ST|85001', 'same'],
  ['a range that meets the number of the roll', '22-24 OAK ST|85001', '22 OAK ST|85001', 'same'],
  ['a number outside the range', '30 OAK ST|85001', '22-24 OAK ST|85001', 'different'],
  ['the other number of a two-family house', '24 OAK ST|85001', '22 OAK ST|85001', 'same'],
  ['across the street', '23 OAK ST|85001', '22 OAK ST|85001', 'different'],
  ['a unit named by house number and door', '518 OAK ST #207|85001', '510-524 OAK ST #518/207|85001', 'same'],
  ['another door of that building', '518 OAK ST #208|85001', '510-524 OAK ST #518/207|85001', 'different'],
  ['a house whose units are its numbers', '58 OAK ST|85001', '64-66 OAK ST #58|85001', 'same'],
  ['a unit that the roll writes behind the house number', '246 OAK ST #41|85001', '246 OAK ST #24641|85001', 'same'],
  ['the same with the end of a long number', '246 OAK ST #41|85001', '246 OAK ST #4641|85001', 'same'],
  ['a unit with a letter behind the house number', '5 OAK ST #B1|85001', '5 OAK ST #5B1|85001', 'same'],
  ['a unit behind a house number with a letter', '65R OAK ST #2|85001', '65 OAK ST #65R2|85001', 'same'],
  ['another unit behind a house number with a letter', '65R OAK ST #3|85001', '65 OAK ST #65R2|85001', 'different'],
  ['another unit behind the house number', '246 OAK ST #42|85001', '246 OAK ST #4641|85001', 'different'],
  ['a shortened street name', '12 MASS AVE|85001', '12 MASSACHUSETTS AVE|85001', 'same'],
  ['a missing suffix', '12 OAKWOOD|85001', '12 OAKWOOD ST|85001', 'same'],
  ['a missing directional', '12 OAK ST|85001', '12 N OAK ST|85001', 'same'],
  ['opposite directionals', '12 S OAK ST|85001', '12 N OAK ST|85001', 'different'],
  ['numbered streets are never abbreviations', '12 101ST ST|85001', '12 1ST ST|85001', 'different'],
  ['one letter wrong in a long name', '12 HARTFRD ST|85001', '12 HARTFORD ST|85001', 'same'],
  ['another suffix', '12 OAKWOOD AVE|85001', '12 OAKWOOD ST|85001', 'same'],
  ['a suffix cut to a letter', '12 OAKWOOD R|85001', '12 OAKWOOD DR|85001', 'same'],
  ['a suffix too many', '12 OAKWOOD ST EXT|85001', '12 OAKWOOD EXT|PHOENIX AZ', 'same'],
  ['another suffix and another number', '14 OAKWOOD AVE|85001', '12 OAKWOOD ST|85001', 'different'],
  ['another suffix under another ZIP', '12 OAKWOOD AVE|85002', '12 OAKWOOD ST|85001', 'different'],
  ['a numbered street and the avenue of that number', '12 1ST AVE|85001', '12 1ST ST|85001', 'different'],
  ['a name written in two words', '12 MILL STONE RD|85001', '12 MILLSTONE RD|85001', 'same'],
  ['two letters exchanged', '12 HARTFROD ST|85001', '12 HARTFORD ST|85001', 'same'],
  ['a unit with a leading zero', '12 OAK ST #08|85001', '12 OAK ST #8|85001', 'same'],
  ['a unit with its letter in front', '12 OAK ST #A3|85001', '12 OAK ST #3A|85001', 'same'],
  ['a name in front of the line', 'SAMPLE TRUST 12 OAK ST|85001', '12 OAK ST|85001', 'same'],
  ['a box in town', 'PO BOX 5|85009', '12 OAK ST|85001', 'unknown'],
  ['a private box in a shop in town', '9 ELM ST PMB 4|85009', '12 OAK ST|85001', 'unknown'],
  ['a private box behind a suite', '9 ELM ST #5 PMB 4|85001', '9 ELM ST|85001', 'unknown'],
  ['a box far away', 'PO BOX 5|10001', '12 OAK ST|85001', 'different'],
];

describe('mailing address and situs', () => {
  test.each(CASES)('%s', (_, mailing, situs, comparison) => {
    expect(compareResidence(address(mailing), address(situs))).toBe(comparison);
  });

  test('compares any text without an error, and equal texts as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (left, right) => {
        expect(['same', 'different', 'unknown']).toContain(compareResidence(address(left), address(right)));
        expect(compareResidence(address(left), address(left))).toBe('same');
      }),
      { numRuns: 300 },
    );
  });
});
