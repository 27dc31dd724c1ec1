import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { joinOwnerNames, nameSimilarity, normaliseOwnerName } from './index.ts';

const keyOf = (name: string): string => normaliseOwnerName(name).nameKey;

describe('one owner has one key', () => {
  test.each([
    [
      [
        'SMITH JOHN A',
        'JOHN A SMITH',
        'Smith, John A.',
        'SMITH JOHN A ET AL',
        'SMITH JOHN A TTEE',
        'SMITH, JOHN A, TRUSTEE OF',
        'JOHN A SMITH, A SINGLE MAN',
        'SMITH JOHN A AND',
        'SMITH JOHN A LIFE ESTATE',
        'ESTATE OF JOHN A SMITH',
      ],
      'A JOHN SMITH',
    ],
    [
      [
        'SMITH, JOHN A & MARY B',
        'SMITH JOHN A AND MARY B',
        'SMITH JOHN A & SMITH MARY B',
        'JOHN A SMITH AND MARY B SMITH H/W',
        'MARY B SMITH & JOHN A SMITH, JTWROS',
        'SMITH JOHN A ETUX MARY B'.replace('ETUX', '& '),
      ],
      'A JOHN SMITH AND B MARY SMITH',
    ],
    [
      [
        'OAK STREET HOMES II, L.L.C.',
        'Oak Street Homes II LLC',
        'OAK STREET HOMES II LIMITED LIABILITY COMPANY',
        'OAK STREET HOMES II LIMITED LIABILITY COMPAN',
        'THE OAK STREET HOMES II L L C',
        'OAK STREET HOMES II LLC, A DELAWARE LIMITED LIABILITY COMPANY',
        'OAK STREET HOMES II LLC C/O SOMEBODY ELSE',
      ],
      'OAK STREET HOMES II LLC',
    ],
    [["O'BRIEN PATRICK", 'OBRIEN, PATRICK', 'Patrick O’Brien'], 'OBRIEN PATRICK'],
    [['JOHN AND MARY SMITH', 'SMITH JOHN & MARY'], 'JOHN SMITH AND MARY SMITH'],
    [['DOE, JANE TRUSTEE OF THE DOE FAMILY TRUST', 'DOE FAMILY TRUST'], 'DOE FAMILY TRUST'],
    [['FIRST PLAINS BANK, N.A.', 'FIRST PLAINS BANK NATIONAL ASSOCIATION'], 'FIRST PLAINS BANK NA'],
  ])('%p are %p', (names, key) => {
    expect(names.map(keyOf)).toEqual(names.map(() => key));
  });

  test.each([
    ['OAK HOMES I LLC', 'OAK HOMES II LLC'],
    ['OAK HOMES 2018-1 LLC', 'OAK HOMES 2018-2 LLC'],
    ['SMITH JOHN JR', 'SMITH JOHN SR'],
    ['SMITH JOHN', 'SMITH JOAN'],
  ])('%p and %p stay separate', (a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });
});

describe('the kind of a name', () => {
  test.each([
    ['SMITH JOHN A', 'person'],
    ['VAN LOAN PETER', 'person'],
    ['SMITH, JOHN TRUSTEE', 'person'],
    ['OAK STREET HOMES LLC', 'company'],
    ['1416 ELM STREET LLC', 'company'],
    ['TRUST ME RENTALS LLC', 'company'],
    ['SAM’S DINER', 'company'],
    ['DOE FAMILY TRUST', 'trust'],
    ['DOE FAMILY TR', 'trust'],
    ['THE JANE DOE REV LIV TRUST', 'trust'],
    ['CITY OF SPRINGFIELD', 'government'],
    ['SPRINGFIELD, TOWN OF', 'government'],
    ['REDEVELOPMENT AUTHORITY OF SPRINGFIELD', 'government'],
    ['SPRINGFIELD LAND BANK', 'government'],
    ['SECRETARY OF HOUSING & URBAN DEVELOPMENT', 'government'],
    ['SECRETARY OF VETERANS AFFAIRS', 'government'],
    ['SPRINGFIELD SCHOOL DISTRICT', 'government'],
    ['SPRINGFIELD HOUSING AUTHORITY', 'government'],
    ['CLAY COUNTY', 'government'],
    ['FEDERAL NATIONAL MORTGAGE ASSOCIATION', 'lender'],
    ['FREDDIE MAC', 'lender'],
    ['FIRST PLAINS BANK NA AS TRUSTEE FOR CERTIFICATE HOLDERS', 'lender'],
    ['PLAINS FEDERAL CREDIT UNION', 'lender'],
    ['PLAINS MORTGAGE CORP', 'lender'],
    ['NVR INC', 'builder'],
    ['D.R. HORTON INC', 'builder'],
    ['PLAINS HOME BUILDERS INC', 'builder'],
    ['FIRST BAPTIST CHURCH', 'non_profit'],
    ['HABITAT FOR HUMANITY OF SPRINGFIELD INC', 'non_profit'],
    ['SPRINGFIELD UNIVERSITY', 'non_profit'],
    ['SPRINGFIELD COMMUNITY DEVELOPMENT CORPORATION', 'non_profit'],
    ['SPRINGFIELD AFFORDABLE HOUSING CORP', 'non_profit'],
    ['AFFORDABLE HOUSING SOLUTIONS LLC', 'company'],
    ['EXAMPLE OVERLOOK LC', 'company'],
    ['EXAMPLE OVERLOOK LC, A VIRGINIA LC', 'company'],
    ['SMITH, JESSICA L C', 'person'],
    ['BGRS LLC', 'relocation'],
    ['NATIONAL EQUITY INC & DOE, JANE TR & J DOE TRUST', 'relocation'],
    ['NAME WITHHELD BY REQUEST', 'withheld'],
    ['NAME WITHELD BY REQUEST', 'withheld'],
    ['CONFIDENTIAL', 'withheld'],
    ['UNKNOWN', 'withheld'],
    ['EQUITY TRUST COMPANY CUSTODIAN FBO', 'withheld'],
    ['EQUITY TRUST COMPANY CUSTODIAN FBO JANE DOE IRA', 'trust'],
    ['', 'withheld'],
    [' & ', 'withheld'],
  ])('%p is a %p', (name, kind) => {
    const normalised = normaliseOwnerName(name);
    expect(normalised.kind).toBe(kind as typeof normalised.kind);
    expect(normalised.isEntity).toBe(kind !== 'person' && kind !== 'withheld');
  });
});

test.each([
  ['SMITH JOHN A', 'SMITH', { first: 'JOHN', middle: 'A', last: 'SMITH' }],
  ['JOHN A SMITH', 'SMITH', { first: 'JOHN', middle: 'A', last: 'SMITH' }],
  ['Smith, John', 'SMITH', { first: 'JOHN', middle: null, last: 'SMITH' }],
  ['DE LA CRUZ MARIA', 'DE LA CRUZ', { first: 'MARIA', middle: null, last: 'DE LA CRUZ' }],
  ['MARIA VAN METER', 'VAN METER', { first: 'MARIA', middle: null, last: 'VAN METER' }],
  ['SMITH JOHN A JR', 'SMITH', { first: 'JOHN', middle: 'A', last: 'SMITH', generation: 'JR' }],
])('%p has the surname %p', (name, surname, person) => {
  const normalised = normaliseOwnerName(name);
  expect(normalised.surnameKey).toBe(surname);
  expect(normalised.persons[0]).toEqual(person);
});

test.each([
  ['DOE JANE A AND', 'JOHN H/W', 'DOE JANE A AND JOHN H/W', 'A DOE JANE AND DOE JOHN'],
  [
    'REDEVELOPMENT AUTHORITY',
    'OF SPRINGFIELD',
    'REDEVELOPMENT AUTHORITY OF SPRINGFIELD',
    'REDEVELOPMENT AUTHORITY OF SPRINGFIELD',
  ],
  ['DOE JANE', 'DOE JOHN', 'DOE JANE AND DOE JOHN', 'DOE JANE AND DOE JOHN'],
  [
    'DOE, JANE A., TR.',
    'OF 26 ALDER REALTY TRUST',
    'DOE, JANE A., TR. OF 26 ALDER REALTY TRUST',
    '26 ALDER REALTY TRUST',
  ],
  ['DOE JANE', 'C/O PLAINS AGENCY', 'DOE JANE', 'DOE JANE'],
  ['DOE, JANE AND', '& JOHN DOE', 'DOE, JANE AND & JOHN DOE', 'DOE JANE AND DOE JOHN'],
  ['DOE JANE', null, 'DOE JANE', 'DOE JANE'],
])('joins owner columns %p and %p into %p', (first, second, joined, key) => {
  expect(joinOwnerNames(first, second)).toBe(joined);
  expect(keyOf(joined)).toBe(key);
});

test('displays the recorded name, tidied', () => {
  expect(normaliseOwnerName('  Doe,  Jane A &  ').displayName).toBe('Doe, Jane A');
  expect(joinOwnerNames('', ' ')).toBeNull();
  expect(normaliseOwnerName('DOE, JANE AND & JOHN DOE').displayName).toBe('DOE, JANE & JOHN DOE');
});

test('similarity is 1 for equal names, high for typing errors, 0 for other series numbers', () => {
  expect(nameSimilarity('OAK HOMES LLC', 'OAK HOMES LLC')).toBe(1);
  expect(nameSimilarity('OAK STREET HOMES LLC', 'OAK STREET HOME LLC')).toBeGreaterThan(0.85);
  expect(nameSimilarity('OAK STREET HOMES LLC', 'PINE VENTURES INC')).toBeLessThan(0.2);
  expect(nameSimilarity('OAK STREET HOMES I LLC', 'OAK STREET HOMES II LLC')).toBe(0);
  expect(nameSimilarity('85 ALDER ST LLC', '87 ALDER ST LLC')).toBe(0);
});

describe('properties', () => {
  const name = fc.constantFrom('SMITH', 'DOE', 'JOHN', 'MARY', 'A', 'DE', 'JR', 'LEE', 'NGUYEN');
  const anyWord = fc.oneof(
    name,
    fc.constantFrom(
      '&',
      'AND',
      ',',
      'TRUSTEE',
      'OF',
      'THE',
      'LLC',
      'ET',
      'AL',
      'TR',
      'TRUST',
      'BANK',
      'C/O',
      'FBO',
      'LIMITED',
      '12',
      'II',
      'A',
    ),
  );

  test('no name throws, and similarity stays within 0 and 1', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(anyWord, { maxLength: 9 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(names, names, (a, b) => {
        const similarity = nameSimilarity(keyOf(a), keyOf(b));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(nameSimilarity(keyOf(b), keyOf(a))).toBe(similarity);
      }),
      { numRuns: 2_000 },
    );
  });

  test('ignores case, spaces and full stops', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 7 }), (words) => {
        const text = words.join(' ');
        expect(keyOf(` ${text.toLowerCase().replaceAll(' ', '   ')} `)).toBe(keyOf(text));
      }),
      { numRuns: 500 },
    );
  });

  test("normalising an entity's key gives the same key", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('OAK', 'STREET', 'HOMES', 'II', 'PLAINS', 'GROUP'), { minLength: 1, maxLength: 5 }),
        (words) => {
          const key = keyOf(`${words.join(' ')} L.L.C.`);
          expect(keyOf(key)).toBe(key);
        },
      ),
      { numRuns: 200 },
    );
  });
});
