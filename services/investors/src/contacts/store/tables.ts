import { sql } from 'drizzle-orm';
import { check, index, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, instant, investors } from '../../store/schema.ts';
import type { OwnList } from '../domain/own-lists.ts';

/** Skip traces that a company has paid for; it never pays twice for one owner. */
export const skiptracedContacts = investors.table(
  'skiptraced_contacts',
  {
    company_id: text('company_id').notNull(),
    /** Owner name and mailing address, normalised. */
    owner_key: text('owner_key').notNull(),
    name_key: text('name_key').notNull(),
    /** As `contactCodec` writes it; null when the provider knows nobody. */
    contact: jsonb('contact').$type<object>(),
    looked_up_at: instant('looked_up_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.owner_key] }),
    index('skiptraced_contacts_name_key_index').on(table.company_id, table.name_key),
    index('skiptraced_contacts_looked_up_at_index').on(table.looked_up_at),
  ],
);

/** Owners that a process is looking up for a company; other processes wait for its answer. */
export const lookupClaims = investors.table(
  'lookup_claims',
  {
    company_id: text('company_id').notNull(),
    owner_key: text('owner_key').notNull(),
    claim_id: uuid('claim_id').notNull(),
    /** Renewed while the provider is called; a claim that ran out belongs to a dead process. */
    claimed_until: instant('claimed_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.owner_key] }),
    index('lookup_claims_claim_id_index').on(table.claim_id),
  ],
);

/** Opt-outs that operators recorded, beside the lists of the dataset. */
export const suppressions = investors.table(
  'suppressions',
  {
    kind: text('kind', { enum: ['phone', 'email', 'person'] }).notNull(),
    /** Ten digits, lower-case address, or `FIRST LAST|ZIP` with `*` for any ZIP code. */
    value: text('value').notNull(),
    list: text('list').$type<OwnList>().notNull(),
    note: text('note'),
    /** `operator:<name>`. */
    created_by: text('created_by').notNull(),
    created_at: created(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.value, table.list] }),
    index('suppressions_first_name_index')
      .on(sql`split_part(${table.value}, ' ', 1)`, sql`split_part(${table.value}, '|', 2)`)
      .where(sql`${table.kind} = 'person'`),
    check('suppressions_kind_check', sql`${table.kind} in ('phone', 'email', 'person')`),
  ],
);
