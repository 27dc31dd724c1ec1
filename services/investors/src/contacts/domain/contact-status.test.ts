import { expect, test } from 'bun:test';
import type { ContactStatus } from '@plat/contracts';
import { contactStatus } from './contact-status.ts';
import { allowedContact, type Contact, type SuppressionEntry, SuppressionIndex } from './suppression.ts';

const PHONE = '6025550101';
const OTHER = '6025550102';
const LANDLINE = '6025550103';
const RUTH: Contact = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: '85003',
  wireless: [PHONE, OTHER],
  landline: [LANDLINE],
  email: ['ruth@example.com'],
};
const ONLY_PHONES = { ...RUTH, email: [] };
const ONLY_EMAIL = { ...RUTH, wireless: [] };
const ONLY_LANDLINE = { ...ONLY_EMAIL, email: [] };
const ONLY_NAME = { ...ONLY_LANDLINE, landline: [] };
const on = (list: string, ...numbers: string[]): SuppressionEntry[] =>
  numbers.map((value) => ({ kind: 'phone', value, list }));
const PERSON: SuppressionEntry = { kind: 'person', value: 'RUTH ASHBROOK|85003', list: 'opt_out' };
const DELETED: SuppressionEntry = { ...PERSON, list: 'deletion' };
const FRESH = true;
const STALE = false;

test.each<[ContactStatus, string, Contact | null, SuppressionEntry[], boolean, boolean]>([
  ['available', 'all of it may be shown', RUTH, [], FRESH, false],
  ['available', 'no number is known, and the address may be shown', ONLY_EMAIL, [], FRESH, false],
  ['available', 'no number is known that an old snapshot could forbid', ONLY_EMAIL, [], STALE, false],
  ['available', 'an address is known, though the provider did not answer', ONLY_EMAIL, [], FRESH, true],
  ['available', 'a landline on a registry is never shown anyway', RUTH, on('national_dnc', LANDLINE), FRESH, false],
  ['partly_withheld', 'one of two numbers is on a registry', RUTH, on('national_dnc', PHONE), FRESH, false],
  ['withheld', 'every number is on a registry', RUTH, on('state_dnc', PHONE, OTHER), FRESH, false],
  ['withheld', 'one number was opted out', RUTH, on('opt_out', OTHER), FRESH, false],
  ['withheld', 'the landline was opted out', RUTH, on('opt_out', LANDLINE), FRESH, false],
  ['withheld', 'the person opted out, and the snapshot is too old', RUTH, [PERSON], STALE, false],
  ['withheld', 'the person asked for deletion', RUTH, [DELETED], FRESH, false],
  ['withheld', 'somebody of whom only the name is known asked for deletion', ONLY_NAME, [DELETED], FRESH, false],
  ['phones_withheld', 'the national snapshot is too old', RUTH, [], STALE, false],
  ['phones_withheld', 'it is too old, and nothing but numbers is known', ONLY_PHONES, [], STALE, false],
  ['not_found', 'nobody is known', null, [], FRESH, false],
  ['not_found', 'nobody is known, whatever the snapshot', null, [], STALE, false],
  ['not_found', 'only the name on record is known', ONLY_NAME, [], FRESH, false],
  ['not_found', 'only a landline is known', ONLY_LANDLINE, [], FRESH, false],
  ['not_found', 'only the name of somebody is known who opted out', ONLY_NAME, [PERSON], FRESH, false],
  ['lookup_failed', 'nobody is known, and the provider did not answer', null, [], FRESH, true],
  ['lookup_failed', 'only the name is known, and the provider did not answer', ONLY_NAME, [], FRESH, true],
])('a contact is %s when %s', (status, _, contact, entries, phonesAllowed, lookupFailed) => {
  const lists = new SuppressionIndex(entries);
  const nothing = { firstName: null, lastName: null, wireless: [], landline: [], email: [], withheldBy: null };
  const allowed = contact === null ? nothing : allowedContact(contact, lists, phonesAllowed);
  expect(contactStatus({ contact, lookupFailed }, allowed)).toBe(status);
});
