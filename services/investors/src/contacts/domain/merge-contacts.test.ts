import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { mergeContacts } from './merge-contacts.ts';
import { allowedContact, type Contact, SuppressionIndex } from './suppression.ts';

const NOBODY: Contact = { firstName: null, lastName: null, zip: null, wireless: [], landline: [], email: [] };
const RUTH = { ...NOBODY, firstName: 'Ruth', lastName: 'Ashbrook', zip: '85003', email: ['ruth@example.com'] };

describe('one person of two sources', () => {
  test('has the name of the dataset and the numbers of the provider for one person', () => {
    const lookedUp = { ...NOBODY, firstName: 'RUTH ANN', lastName: 'Ashbrook', wireless: ['6025550101'] };
    expect(mergeContacts(RUTH, lookedUp)).toEqual({ ...RUTH, wireless: ['6025550101'] });
  });

  test('is the one with a phone number when they are different people, never a mix', () => {
    const ben = { ...NOBODY, firstName: 'Ben', lastName: 'Coyle', wireless: ['6025550102'] };
    expect(mergeContacts(RUTH, ben)).toBe(ben);
    expect(mergeContacts(RUTH, { ...ben, wireless: [], email: ['ben@example.com'] })).toBe(RUTH);
  });

  test('takes the name from the source that has one', () => {
    expect(mergeContacts({ ...RUTH, firstName: null, lastName: null }, { ...RUTH, email: [] })).toEqual(RUTH);
    expect(mergeContacts(RUTH, { ...NOBODY, wireless: ['6025550101'] })?.lastName).toBe('Ashbrook');
  });

  test('is the only known person when one source knows nobody', () => {
    expect(mergeContacts(null, RUTH)).toBe(RUTH);
    expect(mergeContacts(RUTH, null)).toBe(RUTH);
    expect(mergeContacts(null, null)).toBeNull();
  });

  test('applies opt-outs of all its numbers and addresses', () => {
    const numbers = fc.subarray(['6025550101', '6025550102', '6025550103']);
    const contact: fc.Arbitrary<Contact> = fc.record({
      firstName: fc.constantFrom('Ruth', 'Ben', null),
      lastName: fc.constantFrom('Ashbrook', 'Coyle', null),
      zip: fc.constantFrom('85003', null),
      wireless: numbers,
      landline: numbers,
      email: fc.subarray(['ruth@example.com', 'ben@example.com']),
    });
    fc.assert(
      fc.property(contact, contact, (recorded, lookedUp) => {
        const merged = mergeContacts(recorded, lookedUp)!;
        const shown = allowedContact(merged, new SuppressionIndex([]), true);
        const sources = [recorded, lookedUp].filter((source) =>
          [...shown.wireless, ...shown.email].some((point) => [...source.wireless, ...source.email].includes(point)),
        );
        const isOnePerson = merged !== recorded && merged !== lookedUp;
        for (const source of isOnePerson ? sources : [merged]) {
          for (const value of [...source.wireless, ...source.landline]) {
            const wish = new SuppressionIndex([{ kind: 'phone', value, list: 'opt_out' }]);
            const allowed = allowedContact(merged, wish, true);
            expect([allowed.wireless, allowed.landline, allowed.email]).toEqual([[], [], []]);
          }
        }
      }),
    );
  });
});
