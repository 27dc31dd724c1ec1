import { describe, expect, test } from 'bun:test';
import { PROPERTY_TYPES, type PropertyType } from '@plat/contracts';
import fc from 'fast-check';
import { readDate } from './dates.ts';
import { readListingStatus } from './listing-status.ts';
import { readPropertyType } from './property-types.ts';
import type { SaleValidity } from './sale-validities.ts';
import { readSaleValidity } from './sale-validity.ts';
import { readSuppressionKind, readSuppressionList, SUPPRESSION_KINDS, SUPPRESSION_LISTS } from './suppressions.ts';
import { readYesNo } from './yes-no.ts';

const LATEST = '2025-06-30';

describe('a property type is read from texts and from the class codes of its state', () => {
  const readings: [string, string | null, PropertyType | null][] = [
    ['SINGLE FAMILY', 'PA', 'SFR'],
    ['Single Family Residential', null, 'SFR'],
    ['SNGL-FAM-RES', 'MA', 'SFR'],
    ['townhouse', 'WA', 'SFR'],
    ['MULTI FAMILY', 'PA', 'MFR'],
    ['Duplex', null, 'MFR'],
    ['TWO-FAM-RES', null, 'MFR'],
    ['4-8-UNIT-APT', null, 'MFR'],
    ['APARTMENTS  > 4 UNITS', 'PA', 'MFR'],
    ['Condominium', null, 'CONDO'],
    ['CO-OP', null, 'CONDO'],
    ['OFFICE-CONDO', 'MA', 'OTHER'],
    ['Commercial Condominium', null, 'OTHER'],
    ['Mobile Home', null, 'MOBILE'],
    ['MANUFACTURED HOME', null, 'MOBILE'],
    ['VACANT LAND - RESIDENTIAL', 'PA', 'LAND'],
    ['Vacant Lot', null, 'LAND'],
    ['MIXED USE', null, 'OTHER'],
    ['GARAGE - RESIDENTIAL', null, 'OTHER'],
    ['OFFICES', null, 'OTHER'],
    ['101', 'MA', 'SFR'],
    ['1010', 'NH', 'SFR'],
    ['102V', 'NH', 'CONDO'],
    ['1110', 'NH', 'MFR'],
    ['0100', 'FL', 'SFR'],
    ['01', 'FL', 'SFR'],
    ['0400', 'FL', 'CONDO'],
    ['210', 'NY', 'SFR'],
    ['411', 'NY', 'MFR'],
    ['510', 'OH', 'SFR'],
    ['A1', 'TX', 'SFR'],
    ['101', 'WY', null],
    ['RESIDENTIAL', null, null],
    ['', 'MA', null],
  ];
  test.each(readings)('%p in %p is %p', (text, state, type) => {
    expect(readPropertyType(text, state)).toBe(type);
  });
  test('reads every type code as itself', () => {
    for (const type of PROPERTY_TYPES) expect(readPropertyType(type, 'MA')).toBe(type);
  });
});

describe("a source's verdict on a sale", () => {
  const readings: [string, SaleValidity | null][] = [
    ['Q', 'market'],
    ['U', 'not_market'],
    ['1:MARKET SALE', 'market'],
    ['2:MARKET LAND SALE', 'market'],
    ['5:MARKET MULTI-PARCEL SALE', 'market'],
    ['5B:NON-MARKET MULTI-PRCL SALE', 'not_market'],
    ['V:NEW CONSTRUCTION', 'market'],
    ['7:RELATED PARTIES', 'not_market'],
    ['Z:FORECLOSURE', 'not_market'],
    ['L:DEED IN LIEU OF FORECLOSURE', 'not_market'],
    ['E:TO/FROM A TRUSTEE', 'not_market'],
    ['0:N/A', 'no_verdict'],
    ['K:UNABLE TO VERIFY', 'no_verdict'],
    ['N:OUTLIER NON-REPRESENTATIVE PRICE', 'no_verdict'],
    ['Relation Between Buyer/Seller', 'not_market'],
    ['Sale Includes Multiple Parcels', 'not_market'],
    ["Asmnt/Sale Desc Doesn't Match", 'no_verdict'],
    ['nan;nan', 'no_verdict'],
    ['nan;Foreclosure Related/Short Sale', 'not_market'],
    ['NOT ARMS LENGTH', 'not_market'],
    ["VALID ARM'S LENGTH", 'market'],
    ['Other Invalid Sale', 'not_market'],
    ['ZZ-9', null],
    ['market', 'market'],
    ['not_market', 'not_market'],
  ];
  test.each(readings)('%p is %p', (text, validity) => {
    expect(readSaleValidity(text, null)).toBe(validity);
  });
});

describe('yes and no', () => {
  const readings: [string, boolean | null][] = [
    ['True', true],
    ['Y', true],
    ['80000', true],
    ['$45,000', true],
    ['1', true],
    ['0', false],
    ['0.0', false],
    ['No', false],
    ['False', false],
    ['perhaps', null],
    ['', null],
  ];
  test.each(readings)('%p is %p', (text, answer) => {
    expect(readYesNo(text)).toBe(answer);
  });
});

describe('a date is read in its usual spellings', () => {
  const readings: [string, string][] = [
    ['2022-10-01', '2022-10-01'],
    ['2022-10-01 00:00:00', '2022-10-01'],
    ['2022-10-01T05:00:00.000Z', '2022-10-01'],
    ['06/19/1995', '1995-06-19'],
    ['6/9/1995 12:00:00 AM', '1995-06-09'],
    ['6/9/21', '2021-06-09'],
    ['6/9/71', '1971-06-09'],
    ['7/1/25', '1925-07-01'],
    ['20220131', '2022-01-31'],
    ['44562', '2022-01-01'],
    ['44562.5', '2022-01-01'],
    ['5-JAN-2020', '2020-01-05'],
    ['Jan 5, 2020', '2020-01-05'],
    ['2024-02-29', '2024-02-29'],
    ['01/01/1900', 'unknown'],
    ['1901-01-01 00:00:00', 'unknown'],
    ['00000000', 'unknown'],
    ['0000-00-00', 'unknown'],
    ['9999-12-31', 'unknown'],
    ['2071-10-01', 'future'],
    ['2025-07-01', 'future'],
    ['2023-02-29', 'unreadable'],
    ['13/13/2020', 'unreadable'],
    ['soon', 'unreadable'],
    ['1010', 'unreadable'],
  ];
  test.each(readings)('%p is %p', (text, expected) => {
    const reading = readDate(text, LATEST);
    expect(reading.status === 'date' ? reading.date : reading.status).toBe(expected);
  });
  test('reads every past day from each spelling', () => {
    const days = fc.date({ min: new Date('1901-01-02'), max: new Date('2025-06-30'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        const [year, month, date] = iso.split('-') as [string, string, string];
        for (const text of [
          iso,
          `${Number(month)}/${Number(date)}/${year}`,
          `${year}${month}${date}`,
          `${iso} 00:00:00`,
        ])
          expect(readDate(text, LATEST)).toEqual({ status: 'date', date: iso });
      }),
      { numRuns: 100 },
    );
  });
});

test('reads from a status whether a listing closed', () => {
  expect(['Closed', 'SOLD', 'C', 'Active', 'Under Contract', '??'].map(readListingStatus)).toEqual([
    'closed',
    'closed',
    'closed',
    'open',
    'open',
    null,
  ]);
});

test('reads suppression kinds and lists as themselves and in other usual spellings', () => {
  for (const kind of SUPPRESSION_KINDS) expect(readSuppressionKind(kind)).toBe(kind);
  for (const list of SUPPRESSION_LISTS) expect(readSuppressionList(list)).toBe(list);
  expect(readSuppressionKind('E-mail')).toBe('email');
  expect(readSuppressionKind('fax')).toBeNull();
  expect(readSuppressionList('Opt-Out')).toBe('opt_out');
  expect(readSuppressionList('whim')).toBeNull();
});
