import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { normaliseOwnerName, readNameOrder } from './index.ts';

const NATURAL = 4;
const SURNAME_FIRST = -4;
const lastOf = (name: string, order?: number) => normaliseOwnerName(name, order).persons[0]?.last;

describe('order of a name without a comma', () => {
  test.each([
    ['VANCE WALKER', 'WALKER'],
    ['WALKER VANCE', 'WALKER'],
    ['GENE TSUDIK', 'TSUDIK'],
    ['ALLEN AUDREA', 'ALLEN'],
    ['MITCHELL BEATRICE', 'MITCHELL'],
    ['PEREZ JUAN LOPEZ', 'PEREZ'],
    ['PEREZ JUAN A LOPEZ', 'PEREZ'],
    ['MARY ANN B SMITH', 'SMITH'],
    ['WIM VAN DAM', 'VAN DAM'],
    ['VAN DAM WIM', 'VAN DAM'],
    ['GARCIA-LOPEZ MARIA', 'GARCIA LOPEZ'],
    ['GARCIA-LOPEZ MARIA A', 'GARCIA LOPEZ'],
    ['SMITH MARY-ANN', 'SMITH'],
    ["TINA A O'NEIL-TSUDIK", 'ONEIL TSUDIK'],
  ])('%p has the surname %p by the frequencies of names', (name, surname) => {
    expect(lastOf(name)).toBe(surname);
  });

  test.each([
    ['ASHBROOKE TAMBLIN', NATURAL, 'TAMBLIN'],
    ['ASHBROOKE TAMBLIN', SURNAME_FIRST, 'ASHBROOKE'],
    ['MORGAN TAYLOR', NATURAL, 'TAYLOR'],
    ['MORGAN TAYLOR', SURNAME_FIRST, 'MORGAN'],
    ['WALKER, VANCE', NATURAL, 'WALKER'],
    ['WALKER VANCE A', NATURAL, 'WALKER'],
    ['VANCE A WALKER', SURNAME_FIRST, 'WALKER'],
    ['JAMES SMITH', SURNAME_FIRST, 'SMITH'],
    ['SMITH JAMES', NATURAL, 'SMITH'],
  ])('%p in a source of order %p has the surname %p', (name, order, surname) => {
    expect(lastOf(name, order)).toBe(surname);
  });

  test('the second person shares a hyphenated surname', () => {
    expect(normaliseOwnerName('GARCIA-LOPEZ MARIA & JUAN').nameKey).toBe(
      normaliseOwnerName('GARCIA-LOPEZ, MARIA & JUAN').nameKey,
    );
  });

  test('the second person shares the surname that the order gives', () => {
    expect(normaliseOwnerName('DANIEL MORGAN AND LAUREN').nameKey).toBe('DANIEL MORGAN AND LAUREN MORGAN');
    expect(normaliseOwnerName('RUSSELL CASSANDRA & SHEILA').nameKey).toBe('CASSANDRA RUSSELL AND RUSSELL SHEILA');
  });
});

describe('order of a source', () => {
  const people = [
    ['JOHN', 'SMITH'],
    ['MARY', 'JOHNSON'],
    ['LINDA', 'NGUYEN'],
    ['SUSAN', 'KOWALSKI'],
    ['ROBERT', 'MILLER'],
  ] as const;
  const repeated = Array.from({ length: 100 }, () => people).flat();

  test('is learned from its names', () => {
    expect(readNameOrder(repeated.map(([first, last]) => `${first} ${last}`))).toBeGreaterThan(2);
    expect(readNameOrder(repeated.map(([first, last]) => `${last} ${first}`))).toBeLessThan(-3);
  });

  test('is that of rolls where few names tell', () => {
    expect(readNameOrder([])).toBeCloseTo(-3);
    expect(readNameOrder(['SMITH, JOHN', 'OAK STREET HOMES LLC', 'CITY OF SPRINGFIELD'])).toBeCloseTo(-3);
    expect(readNameOrder(['MORGAN TAYLOR', 'TAYLOR MORGAN'])).toBeLessThan(-2);
  });
});

describe('properties', () => {
  const word = fc.constantFrom(...'SMITH JOHN MARY VAN DE LEE NGUYEN MORGAN TAYLOR TSUDIK JR A B'.split(' '));
  const between = fc.constantFrom(' ', ' ', ' ', ', ', ' & ');
  const name = fc
    .array(fc.tuple(word, between), { minLength: 1, maxLength: 7 })
    .map((pieces) => pieces.map(([piece, separator]) => piece + separator).join(''));
  const order = fc.double({ min: -4, max: 4, noNaN: true });

  test('the key and the kind of a name are the same in every source', () => {
    fc.assert(
      fc.property(name, order, (text, given) => {
        const [plain, read] = [normaliseOwnerName(text), normaliseOwnerName(text, given)];
        expect([read.nameKey, read.kind]).toEqual([plain.nameKey, plain.kind]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('no word of a single person is lost, and none is added', () => {
    fc.assert(
      fc.property(
        fc.array(
          word.filter((each) => each !== 'JR'),
          { minLength: 1, maxLength: 5 },
        ),
        order,
        (words, given) => {
          const { persons, nameKey } = normaliseOwnerName(words.join(' '), given);
          const person = persons[0] ?? { first: null, middle: null, last: null };
          const read = [person.first, person.middle, person.last].filter((part) => part !== null).join(' ');
          const sorted = (text: string) => text.split(' ').sort().join(' ');
          expect(sorted(read)).toBe(sorted(words.join(' ')));
          expect(nameKey.split(' ').sort()).toEqual([...words].sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('a comma spelling and the order that it stands for have one key', () => {
    const full = fc.constantFrom('SMITH', 'NGUYEN', 'MORGAN', 'TSUDIK', 'JOHN', 'MARY', 'LEE');
    fc.assert(
      fc.property(full, full, (last, first) => {
        const keys = [`${last}, ${first}`, `${last} ${first}`, `${first} ${last}`].map(
          (text) => normaliseOwnerName(text).nameKey,
        );
        expect(new Set(keys).size).toBe(1);
      }),
    );
  });

  test("normalising a person's key gives the same key", () => {
    const full = fc.constantFrom('SMITH', 'NGUYEN', 'MORGAN', 'TSUDIK', 'JOHN', 'MARY', 'A', 'JR');
    fc.assert(
      fc.property(fc.array(full, { minLength: 1, maxLength: 4 }), (words) => {
        const { nameKey } = normaliseOwnerName(words.join(' '));
        expect(normaliseOwnerName(nameKey).nameKey).toBe(nameKey);
      }),
    );
  });
});
