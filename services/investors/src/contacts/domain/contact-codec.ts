import { Type } from '@sinclair/typebox';
import { versionedJson } from '../../versioned-json.ts';
import type { Contact } from './suppression.ts';

const optionalText = Type.Union([Type.String(), Type.Null()]);

/** A contact as JSON. */
export const StoredContact = Type.Object({
  firstName: optionalText,
  lastName: optionalText,
  zip: optionalText,
  wireless: Type.Array(Type.String()),
  landline: Type.Array(Type.String()),
  email: Type.Array(Type.String()),
});

/** Contacts in `skiptraced_contacts.contact`; version 1 added the version itself. */
export const contactCodec = versionedJson<Contact>({
  kind: 'contact',
  schema: StoredContact,
  upgrades: [(contact) => contact],
});
