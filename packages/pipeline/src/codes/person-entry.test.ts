import { describe, expect, test } from 'bun:test';
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
    'Ruth Ashbrook|123456',
    'Ashbrook, Ruth, Phoenix, AZ 85003',
    '12 Oak St',
    'ruth@example.com',
    '602-555-0101',
    '& |85003',
  ])('rejects %p', (text) => {
    expect(readPersonEntry(text)).toBeNull();
  });

  test('stands under every name that leaves out middle names, as an own entry does', () => {
    expect(personEntryKeys('RUTH ANN MAE ASHBROOK|85003').sort()).toEqual([
      'RUTH ANN ASHBROOK|85003',
      'RUTH ANN MAE ASHBROOK|85003',
      'RUTH ASHBROOK|85003',
      'RUTH MAE ASHBROOK|85003',
    ]);
    expect(personEntryKeys('RUTH ASHBROOK & PAUL ASHBROOK|*').sort()).toEqual(['PAUL ASHBROOK|*', 'RUTH ASHBROOK|*']);
  });

  test('has a bounded number of keys, whatever the length of the name', () => {
    const long = `RUTH ${'ANN '.repeat(500)}ASHBROOK|85003`;
    expect(personEntryKeys(long).length).toBeLessThanOrEqual(18);
  });

  const word = fc
    .stringMatching(/^[A-Z]{3,9}$/)
    .filter((text) => !/^(AND|III|REV|ESQ|MRS|PHD|DDS|CPA|HON|MISS|REVEREND)$/.test(text));
  test('every writing of a name and ZIP code gives one entry', () => {
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
  test('no text makes it fail, and what it reads is read again as the same', () => {
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
