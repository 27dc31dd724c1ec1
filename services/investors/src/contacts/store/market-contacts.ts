import {
  contactsFor,
  newestNationalSuppressionDate,
  type ReadDataset,
  type SuppressedPoint,
  suppressedAmong,
} from '@plat/dataset';
import { type Sql, untilAborted } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { OwnerContact } from '../domain/choose-contact.ts';
import type { ContactBook, SuppressionLists } from '../domain/ports.ts';
import type { SuppressionEntry, SuppressionKind } from '../domain/suppression.ts';

/** Contacts of the market dataset. */
export const marketContacts = (read: ReadDataset): ContactBook => ({
  contactsFor: async (buyers, signal) => {
    const nameKeys = buyers.flatMap(({ nameKey }) => (nameKey === null ? [] : [nameKey]));
    const byName = new Map<string, OwnerContact[]>();
    for (const row of await contactsFor(await read(signal), nameKeys)) {
      const contact: OwnerContact = {
        firstName: row.first_name,
        lastName: row.last_name,
        zip: row.mailing_zip,
        wireless: row.wireless,
        landline: row.landline,
        email: row.email,
        mailingKey: row.mailing_key,
        mailingState: row.mailing_state,
      };
      const known = byName.get(row.name_key);
      if (known === undefined) byName.set(row.name_key, [contact]);
      else known.push(contact);
    }
    return byName;
  },
});

/** Do-not-contact lists of one realm of the dataset. */
export const marketSuppressions = (sql: Sql, realm: Realm): SuppressionLists => ({
  ask: async (question, signal) => {
    const { entries, namesakes, newestNationalDate } = await suppressedAmong(
      untilAborted(sql, signal),
      realm,
      question,
    );
    return {
      entries: entries.map(entryOf),
      namesakes: namesakes.map(entryOf),
      newestNationalSnapshot: newestNationalDate,
    };
  },
  newestNationalSnapshot: (signal) => newestNationalSuppressionDate(untilAborted(sql, signal), realm),
});

const entryOf = ({ kind, value, list }: SuppressedPoint): SuppressionEntry => ({
  kind: kind as SuppressionKind,
  value,
  list,
});
