import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { nameWords, readEmailAddress, readPhoneNumber } from './contact-points.ts';
import { allowedContact, type Contact, personKeys, SuppressionIndex } from './suppression.ts';
import { personsMeant, suppressionValue } from './suppression-entry.ts';

describe('a telephone number', () => {
  test.each([
    ['6025550142', '6025550142'],
    ['+1 (602) 555-0142', '6025550142'],
    ['1.602.555.0142', '6025550142'],
    ['602-555-0142 ext. 12', '6025550142'],
    ['0025550142', null],
    ['6021550142', null],
    ['602555014', null],
    ['+44 20 7946 0958', null],
    ['', null],
  ])('%p is read as %p', (text, number) => {
    expect(readPhoneNumber(text)).toBe(number);
  });

  test('reads a number the same in every format', () => {
    const number = fc
      .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 100, max: 199 }))
      .map(([area, line]) => [String(area), '555', `0${line}`] as const);
    fc.assert(
      fc.property(
        number,
        fc.constantFrom('', '+1 ', '1-'),
        fc.constantFrom('', '-', '.', ' '),
        ([a, b, c], plus, gap) => {
          expect(readPhoneNumber(`${plus}(${a})${gap}${b}${gap}${c}`)).toBe(`${a}${b}${c}`);
        },
      ),
    );
  });
});

test.each([
  [' Ruth@Example.COM ', 'ruth@example.com'],
  ['ruth', null],
  ['ruth@example', null],
  ['a b@example.com', null],
  [`${'r'.repeat(250)}@example.com`, null],
])('the e-mail address %p is read as %p', (text, address) => {
  expect(readEmailAddress(text)).toBe(address);
});

test.each([
  ['Zoë  O’Fallon-Smith Jr.', ['ZOE', 'OFALLON', 'SMITH']],
  ["D'Arcy", ['DARCY']],
  ['Ruth Ashbrook III', ['RUTH', 'ASHBROOK']],
  ['', []],
])('the words of the name %p are %p', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});

describe('an entry of an operator', () => {
  test.each([
    ['person', 'Ruth Ashbrook', null, 'RUTH ASHBROOK|*'],
    ['person', 'Ashbrook, Ruth', '85003', 'RUTH ASHBROOK|85003'],
    ['person', 'ruth ashbrook|85003-1234', null, 'RUTH ASHBROOK|85003'],
    ['person', 'RUTH ASHBROOK|*', null, 'RUTH ASHBROOK|*'],
    ['phone', '(602) 555-0142', null, '6025550142'],
    ['email', 'Ruth@Example.com', null, 'ruth@example.com'],
  ] as const)('stores %s %p at %p as %p', (kind, text, zip, value) => {
    expect(suppressionValue(kind, text, zip)).toBe(value);
  });

  test.each([
    ['person', 'Ruth', null, 'value'],
    ['person', 'Ruth Ashbrook', '850', 'zip'],
    ['phone', '555-0142', null, 'value'],
    ['email', 'example.com', null, 'value'],
    ['phone', '6025550142', '85003', 'zip'],
  ] as const)('rejects %s %p at %p and names %s', (kind, text, zip, field) => {
    expect(() => suppressionValue(kind, text, zip)).toThrow(field);
  });

  test.each([
    ['RUTH ASHBROOK|85003', 'RUTH ASHBROOK|85003', true],
    ['RUTH ANN ASHBROOK|85003', 'RUTH ASHBROOK|85003', true],
    ['RUTH ASHBROOK|*', 'RUTH ASHBROOK|*', true],
    ['RUTH ASHBROOK|85003', 'RUTH ASHBROOK|85004', false],
    ['RUTH ASHBROOK|85003', 'RUTH BROOK|85003', false],
    ['RUTH ANN ASHBROOK|85003', 'ANN ASHBROOK|85003', false],
  ])('%p is about %p: %p', (entry, asked, isAbout) => {
    expect(personsMeant(entry, [asked]).length > 0).toBe(isAbout);
  });
});

/** Different spellings of one person by an operator and a source of contacts. */
test('never shows a person suppressed by name, in any spelling of either side', () => {
  const part = fc.constantFrom('Ruth', 'Zoë', 'Anne-Marie', "D'Arcy", 'José', 'Lee');
  const last = fc.constantFrom('Ashbrook', "O'Fallon", 'Elm-Ash', 'de la Peña', 'Van Buren');
  const styled = (text: string) =>
    fc.constantFrom(
      text,
      text.toUpperCase(),
      text.toLowerCase(),
      text.replaceAll("'", '’'),
      text.normalize('NFD').replace(/\p{M}/gu, ''),
    );
  const person = fc.record({
    first: part,
    last,
    middle: fc.constantFrom('', ' Q.', ' Ann'),
    generation: fc.constantFrom('', ' Jr.', ' III'),
    reversed: fc.boolean(),
    zip: fc.constantFrom('85003', null),
  });
  fc.assert(
    fc.property(
      person.chain((one) =>
        fc.record({
          one: fc.constant(one),
          given: styled(one.first),
          family: styled(one.last),
          wish: styled(
            one.reversed
              ? `${one.last}, ${one.first}${one.middle}`
              : `${one.first}${one.middle} ${one.last}${one.generation}`,
          ),
        }),
      ),
      fc.constantFrom('', ' Ann', ' Q'),
      ({ one, given, family, wish }, knownMiddle) => {
        const contact: Contact = {
          firstName: `${given}${knownMiddle}`,
          lastName: family,
          zip: '85003',
          wireless: ['6025550142'],
          landline: ['6025550143'],
          email: ['someone@example.com'],
        };
        const value = suppressionValue('person', wish, one.zip);
        const entries = personsMeant(value, personKeys(contact)).map((key) => ({
          kind: 'person' as const,
          value: key,
          list: 'opt_out',
        }));
        const shown = allowedContact(contact, new SuppressionIndex(entries), true);
        expect([shown.wireless, shown.landline, shown.email]).toEqual([[], [], []]);
      },
    ),
    { numRuns: 500 },
  );
});
