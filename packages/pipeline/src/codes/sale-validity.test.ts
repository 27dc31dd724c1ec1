import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { SaleValidity } from './sale-validities.ts';
import { hasSaleCodes, readSaleValidity } from './sale-validity.ts';

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(2, '0'));

describe('the state decides which table reads a sale code', () => {
  const TABLES: [state: string, codes: string[], verdict: SaleValidity | null][] = [
    ['FL', ['01', '02', '1', '2', '01.0'], 'market'],
    ['FL', ['03', '04', '05', '06', ...numbers(11, 14), ...numbers(16, 21), ...numbers(30, 43)], 'not_market'],
    ['FL', ['98', '99'], 'no_verdict'],
    ['FL', ['00', '07', '15', '22', '77'], null],
    ['CT', ['07', '26', '27', '28', '7', '7 - Change in Property', '28 - Use Assessment'], 'market'],
    [
      'CT',
      [
        ...numbers(1, 6),
        ...numbers(8, 11),
        ...numbers(13, 19),
        '21',
        '22',
        '24',
        '30',
        '01 - Family',
        '8 - Part Interest',
      ],
      'not_market',
    ],
    ['CT', ['12', '23', '25', '12 - Non Buildable Lot', '25 - Other'], 'no_verdict'],
    ['CT', ['20', '29', '31', '99'], null],
    ['NJ', ['00', '0'], 'market'],
    ['NJ', numbers(1, 33), 'not_market'],
    ['NJ', ['34'], null],
    ['MD', ['1', '3'], 'market'],
    ['MD', ['2', '4', '5'], 'not_market'],
    ['MD', ['9'], null],
    ['MI', ['03', "03-ARM'S LENGTH"], 'market'],
    ['MI', ['09', '10', '11', '12', '13', '17', '18', '19', '20', '21', '30', '34', '21-NOT USED/OTHER'], 'not_market'],
    ['MI', ['33', '33-TO BE DETERMINED'], 'no_verdict'],
    ['MI', ['99'], null],
  ];
  test.each(TABLES)('%s reads %p as %p', (state, codes, verdict) => {
    for (const code of codes) expect({ code, verdict: readSaleValidity(code, state) }).toEqual({ code, verdict });
  });

  test('does not read a bare number without a table of its state', () => {
    for (const state of ['VA', 'WY', null])
      expect(['01', '02', '1'].map((code) => readSaleValidity(code, state))).toEqual([null, null, null]);
    expect(['FL', 'CT', 'VA', null].map(hasSaleCodes)).toEqual([true, true, false, false]);
  });

  test('reads words alike in every state', () => {
    for (const state of ['FL', 'CT', 'VA', null]) {
      expect(readSaleValidity('Qualified', state)).toBe('market');
      expect(readSaleValidity('Unqualified', state)).toBe('not_market');
      expect(readSaleValidity('not_market', state)).toBe('not_market');
      expect(readSaleValidity('', state)).toBe('no_verdict');
    }
    expect(readSaleValidity('1:MARKET SALE', 'VA')).toBe('market');
  });

  test('lets one off-market code in a cell decide', () => {
    expect(readSaleValidity('01;11', 'FL')).toBe('not_market');
    expect(readSaleValidity('01;77', 'FL')).toBeNull();
    expect(readSaleValidity('01;99', 'FL')).toBe('market');
  });

  test('reads a number with or without leading zero, decimals and words', () => {
    fc.assert(
      fc.property(fc.constantFrom('FL', 'CT', 'NJ', 'MD', 'MI'), fc.integer({ min: 0, max: 99 }), (state, number) => {
        const padded = readSaleValidity(String(number).padStart(2, '0'), state);
        for (const text of [`${number}`, `${number}.0`, ` ${number} - some words`])
          expect(readSaleValidity(text, state)).toBe(padded);
      }),
    );
  });
});
