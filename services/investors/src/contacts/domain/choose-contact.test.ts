import { expect, test } from 'bun:test';
import { exampleBuyer } from '../../search/domain/examples.fixture.ts';
import { chooseContact, type OwnerContact } from './choose-contact.ts';

const contact = (changes: Partial<OwnerContact>): OwnerContact => ({
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: '85003',
  wireless: [],
  landline: [],
  email: [],
  mailingKey: '9 E ALMERIA RD PHOENIX AZ 85003',
  mailingState: 'AZ',
  ...changes,
});
const elsewhere = { mailingKey: '1 N LEWIS ST TUCSON AZ 85701', zip: '85701' };
const outOfState = { ...elsewhere, mailingState: 'CA' };
const company = exampleBuyer();
const person = exampleBuyer({ name: 'ASHBROOK RUTH', nameKey: 'ASHBROOK RUTH', isEntity: false });

test.each<[string, typeof company, OwnerContact[], number | null]>([
  ['the same address', company, [contact(outOfState), contact({})], 1],
  ['the same ZIP before the same state', company, [contact(elsewhere), contact({ mailingKey: 'PO BOX 1' })], 1],
  ['a company of the same state', company, [contact(elsewhere)], 0],
  ['no company of another state', company, [contact(outOfState)], null],
  ['a company contact that names no state', company, [contact({ mailingKey: null, zip: null, mailingState: null })], 0],
  ['a person at the address', person, [contact({})], 0],
  ['no namesake of the same state', person, [contact(elsewhere)], null],
  ['no namesake without an address', person, [contact({ mailingKey: null, zip: null, mailingState: null })], null],
  ['the one with a wireless number among equals', company, [contact({}), contact({ wireless: ['6025550101'] })], 1],
  ['nobody', company, [], null],
])('%s', (_, buyer, contacts, chosen) => {
  expect(chooseContact(buyer, contacts)).toBe(chosen === null ? null : (contacts[chosen] as OwnerContact));
});

test('chooses between equal contacts the same way in any order', () => {
  const [a, b] = [contact({ firstName: 'Ada' }), contact({ firstName: 'Bea' })];
  expect(chooseContact(company, [a, b])).toEqual(chooseContact(company, [b, a]));
});
