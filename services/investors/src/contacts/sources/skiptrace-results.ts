import { displayWords } from '@plat/records';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readEmailAddress, readPhoneNumber } from '../domain/contact-points.ts';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import type { Contact } from '../domain/suppression.ts';

const MAX_NUMBERS = 10;
const MAX_NAME_CHARACTERS = 100;

const Text = Type.Union([Type.String(), Type.Null()]);
const Result = Type.Object({
  id: Type.String(),
  first_name: Text,
  last_name: Text,
  phones: Type.Array(Type.Unknown()),
  emails: Type.Array(Type.Unknown()),
});
const Phone = Type.Object({ number: Type.String({ maxLength: 40 }), line_type: Type.String() });

/** The contact of each owner; an unreadable result leaves its owner out. */
export function contactsOf(
  results: readonly unknown[],
  owners: readonly OwnerOnRecord[],
  observer: { onDropped(results: number): void },
): Map<string, Contact | null> {
  const contacts = new Map<string, Contact | null>();
  let dropped = 0;
  for (const result of results) {
    const owner = Value.Check(Result, result) && /^\d+$/.test(result.id) ? owners[Number(result.id)] : undefined;
    if (owner === undefined || contacts.has(owner.ownerKey)) {
      dropped += 1;
      continue;
    }
    const read = contactIn(result as Static<typeof Result>);
    dropped += read.dropped;
    // If no number can be read, the person may still be known.
    if (read.contact !== null || read.dropped === 0) contacts.set(owner.ownerKey, read.contact);
  }
  if (dropped > 0) observer.onDropped(dropped);
  return contacts;
}

function contactIn(result: Static<typeof Result>): { contact: Contact | null; dropped: number } {
  const phones = result.phones.flatMap((phone) => {
    const number = Value.Check(Phone, phone) ? readPhoneNumber(phone.number) : null;
    return number === null ? [] : [{ number, isWireless: (phone as Static<typeof Phone>).line_type === 'wireless' }];
  });
  const emails = result.emails.flatMap((text) => (typeof text === 'string' ? (readEmailAddress(text) ?? []) : []));
  const numbers = (isWireless: boolean) =>
    [...new Set(phones.flatMap((phone) => (phone.isWireless === isWireless ? [phone.number] : [])))].slice(
      0,
      MAX_NUMBERS,
    );
  const contact = {
    firstName: nameIn(result.first_name),
    lastName: nameIn(result.last_name),
    zip: null,
    wireless: numbers(true),
    landline: numbers(false),
    email: [...new Set(emails)].slice(0, MAX_NUMBERS),
  };
  const tells = contact.wireless.length + contact.landline.length + contact.email.length > 0;
  const isNamed = contact.firstName !== null || contact.lastName !== null;
  const dropped = result.phones.length - phones.length + (result.emails.length - emails.length);
  return { contact: tells || isNamed ? contact : null, dropped };
}

function nameIn(text: string | null): string | null {
  const name = text?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS) ?? '';
  if (name === '') return null;
  return name === name.toUpperCase() || name === name.toLowerCase() ? displayWords(name.toUpperCase()) : name;
}
