import { describe, expect, test } from 'bun:test';
import type { OwnerMail } from '@plat/dataset';
import { mailingKeys } from '@plat/records';
import fc from 'fast-check';
import { exampleBuyer } from '../../search/domain/examples.fixture.ts';
import { buyerMail } from './buyer-mail.ts';

const NOBODY: OwnerMail = { line: null, city: null, state: null, zip: null };
const CITIES = new Map([['85003', 'Phoenix']]);
const keyed = (mailingKey: string | null, mailingZip: string | null, mailingState: string | null = null) =>
  exampleBuyer({ mailingKey, mailingZip, mailingState });

describe('the mailing address of a buyer', () => {
  test.each<[string, ReturnType<typeof keyed>, OwnerMail, OwnerMail]>([
    [
      'is read from its key, the city from its ZIP code',
      keyed('9 E ALMERIA RD|85003', '85003', 'AZ'),
      NOBODY,
      { line: '9 E Almeria Rd', city: 'Phoenix', state: 'AZ', zip: '85003' },
    ],
    [
      'has the state of its ZIP code when none is recorded, and no city that nobody knows',
      keyed('PO BOX 12|10001', '10001'),
      NOBODY,
      { line: 'PO Box 12', city: null, state: 'NY', zip: '10001' },
    ],
    [
      'has the city of a key without ZIP code',
      keyed('9 OAK ST|FLAGSTAFF AZ', null, 'AZ'),
      NOBODY,
      { line: '9 Oak St', city: 'Flagstaff', state: 'AZ', zip: null },
    ],
    [
      'is written as on the roll while the owner of today gets mail there',
      keyed('9 E ALMERIA RD #4|85003', '85003', 'AZ'),
      { line: '9 E Almeria Rd Apt 4', city: 'Encanto', state: 'AZ', zip: '85003' },
      { line: '9 E Almeria Rd Apt 4', city: 'Encanto', state: 'AZ', zip: '85003' },
    ],
    [
      'is not that of a later owner',
      keyed('9 E ALMERIA RD|85003', '85003', 'AZ'),
      { line: '1 Other St', city: 'Tucson', state: 'AZ', zip: '85701' },
      { line: '9 E Almeria Rd', city: 'Phoenix', state: 'AZ', zip: '85003' },
    ],
    ['is unknown where the records say nothing', keyed(null, null), NOBODY, NOBODY],
  ])('%s', (_, buyer, owner, expected) => {
    expect(buyerMail(buyer, owner, CITIES)).toEqual(expected);
  });

  test('has the key that it was read from', () => {
    const house = fc.integer({ min: 1, max: 99_999 });
    const street = fc.constantFrom('OAK ST', 'N 7TH AVE', 'E ALMERIA RD', 'MLK JR BLVD');
    const unit = fc.option(fc.integer({ min: 1, max: 999 }));
    fc.assert(
      fc.property(house, street, unit, (number, name, door) => {
        const key = `${number} ${name}${door === null ? '' : ` #${door}`}|85003`;
        const { line, city, state, zip } = buyerMail(keyed(key, '85003', 'AZ'), NOBODY, CITIES);
        expect(mailingKeys(line, city, state, zip)?.mailingKey).toBe(key);
      }),
    );
  });
});
