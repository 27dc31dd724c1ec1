import { type DatasetTable, optional, region, required } from './columns.ts';

/** People behind owner names, and do-not-contact lists. Region ALL. */
export const CONTACT_TABLES = {
  contact: {
    doc: 'People behind owner names, from the contact files. Region ALL.',
    columns: {
      region,
      name_key: required('text', 'normalised owner name'),
      is_entity: required('boolean', 'company, trust or other non-person'),
      mailing_key: optional('text', 'Pub 28 key with unit'),
      mailing_state: optional('text', 'USPS code'),
      mailing_zip: optional('text', '5 digits'),
      first_name: optional('text', 'title case'),
      last_name: optional('text', 'title case'),
      wireless: required('text[]', '10-digit numbers, best first'),
      landline: required('text[]', '10-digit numbers, best first'),
      email: required('text[]', 'lower case, best first'),
    },
    storedInOrderOf: ['name_key', 'mailing_key'],
    indexes: ['btree (name_key)'],
  },
  /** Separate from `contact`, so that a service may count buyers with a phone without the right to read contacts. */
  phone_name: {
    doc: 'Owner names with a telephone number on file. Region ALL.',
    columns: {
      region,
      name_key: required('text', 'normalised owner name'),
    },
    storedInOrderOf: ['name_key'],
    indexes: ['btree (name_key)'],
  },
  suppression: {
    doc: 'Do-not-contact entries (docs/rules/do-not-contact.md). Region ALL.',
    columns: {
      region,
      kind: required('text', 'phone, email or person'),
      value: required('text', '10 digits, lower-case address, or FIRST LAST|ZIP'),
      list: required('text', 'national_dnc, state_dnc, opt_out, litigator, reassigned or deletion'),
      listed_on: optional('date', 'snapshot or request day'),
    },
    storedInOrderOf: ['kind', 'value'],
    // The second index gives the age of the national snapshot without a scan of 200 million numbers.
    indexes: ['btree (kind, value)', 'btree (list, listed_on)'],
  },
} as const satisfies Record<string, DatasetTable>;
