import { REALMS } from '@plat/kit';
import { pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The schema that all contexts share. Tables name their columns as PostgreSQL does, so that `$inferSelect` is the type
 * of a row as the stores read it.
 */
export const investors = pgSchema('investors');

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const created = () => instant('created_at').notNull().defaultNow();

/** Owner of a row: key and company as accounts knows them, and the end user of an enterprise key. */
export const caller = () => ({
  company_id: text('company_id').notNull(),
  key_id: text('key_id').notNull(),
  user_id: text('user_id'),
  /** The records that were searched. Rows from before there were realms are live. */
  realm: text('realm', { enum: REALMS }).notNull().default('live'),
});
