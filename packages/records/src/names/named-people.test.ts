import { describe, expect, test } from 'bun:test';
import { namedPeople } from './named-people.ts';
import { normaliseOwnerName } from './normalise.ts';

const peopleOf = (name: string) => namedPeople(name, normaliseOwnerName(name));
const keysOf = (name: string) => peopleOf(name).map(({ key }) => key);

describe('people of recorded names', () => {
  test.each([
    ['DOE, JANE Q & JOHN', ['DOE JANE', 'DOE JOHN']],
    ['JANE Q DOE', ['DOE JANE']],
    ['DOE J', []],
    ['DOE, RUTH TTEE DOE FAMILY REV TRUST', ['DOE RUTH']],
    ['DOE RUTH TR DOE AMOS LEE TR', ['DOE RUTH', 'AMOS DOE']],
    ['RUTH A DOE REVOCABLE LIVING TRUST', ['DOE RUTH']],
    ['12 OAK STREET REALTY TRUST', []],
    ['OAK VALE HOMES LLC', []],
    ['NAME WITHHELD BY REQUEST', []],
  ])('%s', (name, keys) => expect(keysOf(name)).toEqual(keys));

  test('tells trustees from those whom a trust is named after', () => {
    expect(peopleOf('DOE RUTH TRUSTEE OF THE AMOS ROE TRUST').map(({ key, holdsTitle }) => [key, holdsTitle])).toEqual([
      ['DOE RUTH', true],
      ['AMOS ROE', false],
    ]);
  });

  test('keeps middle names and generations', () => {
    expect(peopleOf('DOE AMOS Q JR')).toMatchObject([{ middle: 'Q', generation: 'JR' }]);
  });

  test('gives frequent names a larger share, in either order', () => {
    const shareOf = (name: string) => peopleOf(name)[0]?.log2Share ?? Number.NaN;
    expect(shareOf('SMITH, JOHN')).toBeGreaterThan(-13);
    expect(shareOf('QUILLFEATHER, AMOS')).toBeLessThan(-26);
    expect(shareOf('THOMAS, JAMES')).toBe(shareOf('JAMES, THOMAS'));
  });
});
