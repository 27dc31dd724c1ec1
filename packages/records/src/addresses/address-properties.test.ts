import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addressKey,
  displayAddress,
  displayLine,
  lineKey,
  mailingKeys,
  normaliseStreet,
  normaliseUnit,
  parseAddressLine,
  parseFullAddress,
  streetKeyOf,
} from './index.ts';

describe('properties', () => {
  const street = fc.constantFrom(
    'Main',
    'Oak Hill',
    "O'Brien",
    '5th',
    'St James',
    'Martin Luther King Jr',
    'Park',
    'North',
    'Twenty Third',
    'Avenue of the Americas',
    'US Highway 41',
    'McDonald',
  );
  const anyAddress = fc
    .record({
      house: fc.constantFrom('123', '22-24', '12 1/2', '12A', '1', '10401'),
      pre: fc.constantFrom('', 'N', 'South', 'NE', 'W.'),
      street,
      suffix: fc.constantFrom('', 'St', 'Avenue', 'Blvd.', 'Ct', 'Park', 'Xing', 'Hill'),
      post: fc.constantFrom('', 'N', 'SW', 'East'),
      unit: fc.constantFrom('', 'Apt 4', '#4B', 'Unit A-12', 'Rear', '2nd Fl', 'Bldg 3 Apt 9', 'Ste 100', 'Lot 7'),
      city: fc.constantFrom(
        'Phoenix',
        'St. Louis',
        'North Las Vegas',
        "Coeur d'Alene",
        'Park City',
        'McAllen',
        'Washington',
      ),
      place: fc.constantFrom('AZ 85043', 'CT 06101', 'NE', 'FL 33101-1234', 'DC 20001', ''),
    })
    .map(
      (a) =>
        `${[a.house, a.pre, a.street, a.suffix, a.post, a.unit].filter(Boolean).join(' ')}, ${a.city}${a.place === '' ? '' : `, ${a.place}`}`,
    );

  test('the canonical form of an address has the same key as the address', () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        const parts = parseFullAddress(text);
        const again = parseFullAddress(displayAddress(parts));
        expect(addressKey(again)).toBe(addressKey(parts));
        expect(displayAddress(again)).toBe(displayAddress(parts));
      }),
      { numRuns: 1_000 },
    );
  });

  const anyMail = fc
    .record({
      line: fc.constantFrom(
        ...['PO BOX 12', 'P.O. Drawer A', 'Lock Box 5', 'PO Box 12, 100 Main St', '100 Main St PO Box 12'],
        ...[
          'HIGHWAY CONTRACT 68 BOX 98',
          'Hwy Contract Rt 68',
          'HC 68 Box 98A',
          'STAR ROUTE 2 BOX 5',
          'Star Route Box 5',
        ],
        ...['RR 2 BOX 18', 'Rural Route 2', 'RFD 2', 'Al Highway 157', '8483 Indiana Highway 212', '1 COUNTY ROAD GV'],
        ...['12 Anderson County Rd 312', '830 NW Loop 410', '1 OLD US HIGHWAY 90', 'N6W23001 Bluemound Rd'],
      ),
      unit: fc.constantFrom('', 'DEPT 5', 'Ste 4', '# 4', 'Bldg 3 Apt 4'),
      comma: fc.constantFrom(', ', ' '),
      city: fc.constantFrom('Dallas', 'N. Miami', 'La Grange Park', 'St. Louis', 'Fort Wayne', 'East Orange'),
      place: fc.constantFrom(', TX 75201', ', AL 35650', ' MO', ''),
    })
    .map(({ line, unit, comma, city, place }) => `${line} ${unit}${comma}${city}${place}`);

  test('the key of boxes, routes and highways is that of their canonical form', () => {
    fc.assert(
      fc.property(anyMail, (text) => {
        const parts = parseFullAddress(text);
        expect(addressKey(parseFullAddress(displayAddress(parts)))).toBe(addressKey(parts));
      }),
      { numRuns: 1_000 },
    );
  });

  test('ignores case, spaces and full stops', () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        const key = addressKey(parseFullAddress(text));
        expect(addressKey(parseFullAddress(text.toUpperCase()))).toBe(key);
        expect(addressKey(parseFullAddress(`  ${text.toLowerCase().replace(/ /g, '  ')} `))).toBe(key);
      }),
      { numRuns: 500 },
    );
  });

  test('parses a displayed line back to the same line', () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        const line = parseAddressLine(text.slice(0, text.indexOf(',')));
        expect(lineKey(parseAddressLine(displayLine(line)))).toBe(lineKey(line));
        expect(streetKeyOf(parseAddressLine(displayLine(line)))).toBe(streetKeyOf(line));
      }),
      { numRuns: 500 },
    );
  });

  const words = fc.constantFrom(
    '#',
    'APT',
    'ST',
    'N',
    'S',
    '12',
    '1/2',
    'BOX',
    'PO',
    'P',
    'O',
    'RR',
    'FL',
    'AVE',
    'CO',
    'RD',
    ',',
    'A',
    '5TH',
    'HWY',
    'NE',
    'C/O',
    'CT',
    '85043',
    'NEW',
    'YORK',
  );
  const parse = (text: string): void => {
    parseAddressLine(text);
    normaliseStreet(text);
    normaliseUnit(text);
    mailingKeys(text, text, text, text);
    const parts = parseFullAddress(text, { isCity: (city) => city.length % 2 === 0 });
    addressKey(parts);
    displayAddress(parts);
  };

  test('no text makes the parsers throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), parse), { numRuns: 1_000 });
  });

  test('no row of words of addresses makes the parsers throw', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 9 }), (list) => parse(list.join(' '))),
      { numRuns: 2_000 },
    );
  });
});
