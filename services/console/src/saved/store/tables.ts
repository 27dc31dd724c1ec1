import { sql } from 'drizzle-orm';
import { date, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { people } from '../../people/store/tables.ts';
import { consoleSchema, created, instant } from '../../store/schema.ts';

/** Searches that people saved, with what they have seen of each. */
export const savedSearches = consoleSchema.table(
  'saved_searches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Query of the page of its buyers. */
    query: text('query').notNull(),
    /** Ids of buyers with the day of their last purchase; no names and no contacts. */
    buyers: jsonb('buyers').notNull(),
    /** Last day of the records that were seen. */
    recordsThrough: date('records_through'),
    seenAt: instant('seen_at').notNull().default(sql`now()`),
    createdAt: created(),
  },
  (table) => [index('saved_searches_person_id_index').on(table.personId)],
);
