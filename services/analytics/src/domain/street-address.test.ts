import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { streetAddress } from './street-address.ts';

const of = (addressLine: string | null, place: { city?: string | null; zip?: string | null } = {}) =>
  streetAddress({ addressLine, city: 'Phoenix', state: 'AZ', zip: '85043', ...place });

describe('the displayed address', () => {
  test.each([
    ['123 Main St', 'Main St'],
    ['123 N Main St Apt 4', 'N Main St'],
    ['12A W 1st Ave # 7', 'W 1st Ave'],
    ['22-24 Elm St', 'Elm St'],
    ['12 1/2 Oak Rd', 'Oak Rd'],
    ['N6W23001 Bluemound Rd', 'Bluemound Rd'],
    ['500 US Highway 41', 'US Highway 41'],
    ['12 Rear Main St', 'Main St'],
    ['1ST AVE', '1st Ave'],
    ['MAIN ST', 'Main St'],
    ['10A 12 Main St Unit 10A4', 'Main St'],
    ['1R 3R Main St', 'Main St'],
    ['118R 32 W Main St', 'W Main St'],
    ['10 12 Main St', 'Main St'],
    ['14 1/2-16 1/2 Main St', 'Main St'],
    ['10 Main St Unit Bsa', 'Main St'],
    ['99 Main St Unit Reed', 'Main St'],
    ['121 Main St Unit East', 'Main St'],
    ['19500 8 Mile Rd', '8 Mile Rd'],
    ['10 State Route 4A', 'State Route 4A'],
    ['10 E 400 S', 'E 400 S'],
    ['10 Unit Rd', 'Unit Rd'],
    ['10 & 12 Main St', 'Main St'],
    ['10, 12, 14 Main St', 'Main St'],
    ['10 and 12 Main St', 'Main St'],
    ['10 to 14 Main St', 'Main St'],
    ['10½ Main St', 'Main St'],
    ['Lot 5 Main St', 'Main St'],
    ['10 Main St Suite West', 'Main St'],
    ['10 Main St Bldg East', 'Main St'],
    ['10 Main St Floor Two', 'Main St'],
    ['10 N 8 Mile Rd', 'N 8 Mile Rd'],
  ])('shows for %p the street %p with its place', (line, street) => {
    expect(of(line)).toBe(`${street}, Phoenix, AZ 85043`);
  });

  test('is the place alone without a known street, or with a post office box', () => {
    expect(of(null)).toBe('Phoenix, AZ 85043');
    expect(of('PO Box 12')).toBe('Phoenix, AZ 85043');
    expect(of(null, { city: null, zip: null })).toBe('AZ');
  });

  test('never contains the house number or the unit in any form', () => {
    const number = fc.integer({ min: 10_000, max: 99_999 });
    const house = fc.oneof(
      number.map(String),
      number.map((each) => `${each}A`),
      number.map((each) => `${each}-${each + 2}`),
      number.map((each) => `${each} 1/2`),
      number.map((each) => `${each}B-C`),
    );
    const street = fc.constantFrom(
      'Main St',
      'N 7th Ave',
      'Avenue H',
      'County Road 12',
      'E 400 S',
      'Broadway',
      '1st St',
    );
    const unit = fc.constantFrom('', ' Apt 98765', ' # 98765', ' Unit 98765B', ' Ste 98765');
    fc.assert(
      fc.property(house, street, unit, (houseNumber, name, unitText) => {
        const shown = of(`${houseNumber} ${name}${unitText}`, { zip: null });
        expect(shown).not.toMatch(/\d{5}/);
        expect(shown).toEndWith(', Phoenix, AZ');
      }),
    );
  });
});
