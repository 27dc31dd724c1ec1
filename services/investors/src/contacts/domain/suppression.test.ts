import { describe, expect, test } from 'bun:test';
import {
  allowedContact,
  type Contact,
  nationalSnapshotIsFresh,
  personKeys,
  type SuppressionEntry,
  SuppressionIndex,
} from './suppression.ts';

const FIRST = '6025550101';
const SECOND = '6025550102';
const LANDLINE = '6025550103';
const CONTACT = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: '85003',
  wireless: [FIRST, SECOND],
  landline: [LANDLINE],
  email: ['ruth@example.com', 'r@example.org'],
};
const SHOWN = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  phone: FIRST as string | null,
  email: 'ruth@example.com' as string | null,
};
const WITHHELD = { ...SHOWN, phone: null, email: null };
const ERASED = { firstName: null, lastName: null, phone: null, email: null };

const shownOf = (contact: Contact, entries: SuppressionEntry[], phonesAllowed = true) => {
  const allowed = allowedContact(contact, new SuppressionIndex(entries), phonesAllowed);
  const { firstName, lastName, wireless, email } = allowed;
  return { firstName, lastName, phone: wireless[0] ?? null, email: email[0] ?? null };
};
const phone = (value: string, list: string): SuppressionEntry => ({ kind: 'phone', value, list });

describe('what may be shown of a contact', () => {
  test.each<[string, SuppressionEntry[], typeof SHOWN | typeof ERASED]>([
    ['nobody on a list', [], SHOWN],
    ['best number on the national registry: the next one', [phone(FIRST, 'national_dnc')], { ...SHOWN, phone: SECOND }],
    ['best number on a state registry: the next one', [phone(FIRST, 'state_dnc')], { ...SHOWN, phone: SECOND }],
    ['best number reassigned: the next one', [phone(FIRST, 'reassigned')], { ...SHOWN, phone: SECOND }],
    ['second number on a registry', [phone(SECOND, 'national_dnc')], SHOWN],
    ['every number on a registry', [phone(FIRST, 'national_dnc'), phone(SECOND, 'state_dnc')], WITHHELD],
    ['landline on a registry, which is not shown anyway', [phone(LANDLINE, 'national_dnc')], SHOWN],
    ['own opt-out given with the landline', [phone(LANDLINE, 'opt_out')], WITHHELD],
    ['own opt-out of one number', [phone(SECOND, 'opt_out')], WITHHELD],
    ['a litigator', [phone(FIRST, 'litigator')], WITHHELD],
    ['opt-out of a lesser email address', [{ kind: 'email', value: 'r@example.org', list: 'opt_out' }], WITHHELD],
    ['the person opted out', [{ kind: 'person', value: 'RUTH ASHBROOK|85003', list: 'opt_out' }], WITHHELD],
    ['the person asked for deletion', [{ kind: 'person', value: 'RUTH ASHBROOK|85003', list: 'deletion' }], ERASED],
    ['deletion asked for by number', [phone(SECOND, 'deletion')], ERASED],
    ['deletion asked for by email', [{ kind: 'email', value: 'ruth@example.com', list: 'deletion' }], ERASED],
    ['on a registry and deleted', [phone(FIRST, 'national_dnc'), phone(FIRST, 'deletion')], ERASED],
    ['a list of unknown kind counts as a wish', [phone(FIRST, 'somebody_elses_list')], WITHHELD],
    ['a namesake elsewhere', [{ kind: 'person', value: 'RUTH ASHBROOK|85004', list: 'deletion' }], SHOWN],
    ['a number equal to an address of another kind', [{ kind: 'email', value: FIRST, list: 'opt_out' }], SHOWN],
  ])('%s', (_, entries, expected) => {
    expect(shownOf(CONTACT, entries)).toEqual(expected);
  });

  test('withholds every phone and nothing else without a valid national snapshot', () => {
    expect(shownOf(CONTACT, [], false)).toEqual({ ...SHOWN, phone: null });
  });

  test('keeps the e-mail of a contact without a wireless number', () => {
    expect(shownOf({ ...CONTACT, wireless: [] }, [])).toEqual({ ...SHOWN, phone: null });
  });
});

test.each([
  ['2026-06-30', true],
  ['2026-05-30', true], // 31 days
  ['2026-05-29', false], // 32 days
  ['2026-07-04', true], // imported after the day that is asked about
  [null, false], // never imported
])('a national snapshot of %p is valid on 2026-06-30: %p', (snapshot, fresh) => {
  expect(nationalSnapshotIsFresh(snapshot, '2026-06-30')).toBe(fresh);
});

test.each([
  ['Ruth', 'Ashbrook', '85003', ['RUTH ASHBROOK']],
  ['Ruth Ann', 'Ashbrook', '85003', ['RUTH ANN ASHBROOK', 'RUTH ASHBROOK']],
  ['Ruth', "O'Fallon", '85003', ["RUTH O'FALLON", 'RUTH OFALLON']],
  ['Ruth', 'Ashbrook Jr.', '85003', ['RUTH ASHBROOK JR.', 'RUTH ASHBROOK JR', 'RUTH ASHBROOK']],
  ['Zoë', 'Elm-Ash', '85003', expect.arrayContaining(['ZOË ELM-ASH', 'ZOE ELM ASH', 'ZOE ELMASH'])],
  ['Ruth', null, '85003', []],
  [null, 'Ashbrook', '85003', []],
])('finds %p %p in %p under %p, for that ZIP code or any', (firstName, lastName, zip, names) => {
  const keys = personKeys({ firstName, lastName, zip });
  const namesWith = (ending: string) => keys.flatMap((key) => (key.endsWith(ending) ? [key.split('|')[0]!] : []));
  expect(namesWith('|85003')).toEqual(names);
  expect(namesWith('|*')).toEqual(names);
});

test('matches a person without a ZIP code only with entries for any ZIP code', () => {
  expect(personKeys({ firstName: 'Ruth', lastName: 'Ashbrook', zip: null })).toEqual(['RUTH ASHBROOK|*']);
});
