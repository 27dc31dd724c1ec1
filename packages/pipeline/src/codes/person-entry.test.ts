import { describe, expect, test } from 'bun:test';
import { STATE_CODES } from '@plat/records';
import fc from 'fast-check';
import { personEntryKeys, readPersonEntry } from './person-entry.ts';

describe('a person on a do-not-contact list', () => {
  const ACCEPTED: [text: string, entry: string][] = [
    ['RUTH ASHBROOK|85003', 'RUTH ASHBROOK|85003'],
    ['ruth  ashbrook | 85003-1234', 'RUTH ASHBROOK|85003'],
    ['Ashbrook, Ruth|85003', 'RUTH ASHBROOK|85003'],
    ['Ashbrook, Ruth, 85003', 'RUTH ASHBROOK|85003'],
    ['Ashbrook; Ruth; 85003', 'RUTH ASHBROOK|85003'],
    ['Ruth|Ashbrook|85003', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook, 85003', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook;85003', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook 85003', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook (85003)', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook|850031234', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook|85003.0', 'RUTH ASHBROOK|85003'],
    ['Ruth Ashbrook|2139', 'RUTH ASHBROOK|02139'],
    ['Ruth Ann|Ashbrook|85003', 'RUTH ANN ASHBROOK|85003'],
    ['Ruth Ann|Ashbrook|', 'RUTH ANN ASHBROOK|*'],
    ['Smith|John', 'SMITH JOHN|*'],
    ['Mr. Ruth & Paul|Ashbrook', 'RUTH ASHBROOK & PAUL ASHBROOK|*'],
    ['Ruth Ashbrook|AZ', 'RUTH ASHBROOK|*'],
    ['Ruth Ashbrook|AZ|85003', 'RUTH ASHBROOK|85003'],
    ['Ashbrook, Ruth | az', 'RUTH ASHBROOK|*'],
    ['Ruth Ashbrook', 'RUTH ASHBROOK|*'],
    ['Ruth Ashbrook|', 'RUTH ASHBROOK|*'],
    ['Ruth Ashbrook|00000', 'RUTH ASHBROOK|*'],
    ['Ruth Ashbrook|*', 'RUTH ASHBROOK|*'],
    ['Ashbrook, Ruth', 'RUTH ASHBROOK|*'],
    ['"Ruth Ashbrook"|85003', 'RUTH ASHBROOK|85003'],
    ['Mr. Ruth Ann Ashbrook Jr.|85003', 'RUTH ANN ASHBROOK|85003'],
    ['Ashbrook Jr., Ruth|85003', 'RUTH ASHBROOK|85003'],
    ['Ashbrook, Ruth, Jr.|85003', 'RUTH ASHBROOK|85003'],
    ["Renée O'Brien-Núñez|85003", 'RENEE OBRIEN NUNEZ|85003'],
    ['Ruth & Paul Ashbrook|85003', 'RUTH ASHBROOK & PAUL ASHBROOK|85003'],
    ['Ashbrook, Ruth and Paul|85003', 'RUTH ASHBROOK & PAUL ASHBROOK|85003'],
    ['Ruth Ashbrook & Paul Oakley', 'RUTH ASHBROOK & PAUL OAKLEY|*'],
  ];
  test.each(ACCEPTED)('reads %p', (text, entry) => {
    expect(readPersonEntry(text)).toBe(entry);
    expect(readPersonEntry(entry)).toBe(entry);
  });

  test.each([
    '',
    '|85003',
    'Ruth',
    'Ruth|85003',
    'Ruth Ashbrook|8500X',
    'RUTH ASHBROOK|ABCDE',
    'RUTH ASHBROOK\tABCDE',
    'RUTH ANN|ASHBROOK',
    'RUTH ASHBROOK|ZZ',
    'RUTH|AZ',
    'Ruth Ashbrook|123456',
    'Ashbrook, Ruth, Phoenix, AZ 85003',
    '12 Oak St',
    'ruth@example.com',
    '602-555-0101',
    '& |85003',
  ])('rejects %p', (text) => {
    expect(readPersonEntry(text)).toBeNull();
  });

  test('has keys with and without middle names', () => {
    expect(personEntryKeys('RUTH ANN MAE ASHBROOK|85003').sort()).toEqual([
      'RUTH ANN ASHBROOK|85003',
      'RUTH ANN MAE ASHBROOK|85003',
      'RUTH ASHBROOK|85003',
      'RUTH MAE ASHBROOK|85003',
    ]);
    expect(personEntryKeys('RUTH ASHBROOK & PAUL ASHBROOK|*').sort()).toEqual(['PAUL ASHBROOK|*', 'RUTH ASHBROOK|*']);
  });

  test('has a bounded number of keys for any name length', () => {
    const long = `RUTH ${'ANN '.repeat(500)}ASHBROOK|85003`;
    expect(personEntryKeys(long).length).toBeLessThanOrEqual(18);
  });

  const isSuffix = (text: string) => /^(JR|SR|II|III|IV|V|ESQ|MD|PHD|DDS|CPA)$/.test(text);
  const word = fc
    .stringMatching(/^[A-Z]{3,9}$/)
    .filter((text) => !/^(AND|III|REV|ESQ|MRS|PHD|DDS|CPA|HON|MISS|REVEREND)$/.test(text));
  test('gives one entry for every spelling of a name and ZIP code', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 501, max: 99_998 }), (first, last, number) => {
        const zip = String(number).padStart(5, '0');
        const entry = `${first} ${last}|${zip}`;
        const [low, lastLow] = [first.toLowerCase(), last.toLowerCase()];
        for (const text of [
          `${first} ${last}|${zip}`,
          ` ${low}   ${lastLow} | ${zip}-0001 `,
          `${last}, ${first}|${zip}`,
          `${last},${first},${zip}`,
          `${last};${first};${zip}`,
          `${first}|${last}|${zip}`,
          `${first} ${last};${zip}`,
          `${first} ${last}\t${zip}`,
          `${first} ${last}|${number}`,
        ])
          expect(readPersonEntry(text)).toBe(entry);
        expect(readPersonEntry(`${last}, ${first}`)).toBe(`${first} ${last}|*`);
      }),
    );
  });

  test('rejects a full name followed by a piece that is neither a ZIP code nor a state', () => {
    const state = fc.constantFrom(...STATE_CODES);
    const after = fc.stringMatching(/^[A-Z]{1,9}$/).filter((text) => !STATE_CODES.has(text) && !isSuffix(text));
    fc.assert(
      fc.property(word, word, after, state, fc.constantFrom('|', ' | ', '\t'), (first, last, text, code, bar) => {
        expect(readPersonEntry(`${first} ${last}${bar}${text}`)).toBeNull();
        expect(readPersonEntry(`${first} ${last}${bar}${code}`)).toBe(`${first} ${last}|*`);
        expect(readPersonEntry(`${first}${bar}${last}`)).toBe(`${first} ${last}|*`);
      }),
    );
  });

  const pieces = fc
    .array(
      fc.constantFrom(
        'A',
        'Doe',
        'DR',
        'MR',
        'JR',
        'III',
        '&',
        'and',
        ',',
        ';',
        '|',
        '\t',
        ' ',
        '*',
        '85003',
        '2139',
        '-',
      ),
      {
        maxLength: 9,
      },
    )
    .map((parts) => parts.join(' '));
  test('never throws, and reads its own output as the same entry', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 60 }), pieces), (text) => {
        const entry = readPersonEntry(text);
        if (entry === null) return;
        expect(readPersonEntry(entry)).toBe(entry);
        expect(personEntryKeys(entry).length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
