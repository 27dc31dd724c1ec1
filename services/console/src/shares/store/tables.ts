import { sql } from 'drizzle-orm';
import { check, index, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from '../../people/store/tables.ts';
import { consoleSchema, created, instant, sha256 } from '../../store/schema.ts';

/** Links to places for people without a session. */
export const shares = consoleSchema.table(
  'shares',
  {
    /** Hexadecimal SHA-256 of the token in the link. */
    sha256: sha256(),
    id: uuid('id').notNull().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Company of the person when the link was made; null for people of the installation. */
    companyId: uuid('company_id'),
    address: text('address').notNull(),
    /** What the link shows; null as soon as it shows nothing any more. */
    place: jsonb('place'),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    unique('shares_id_unique').on(table.id),
    index('shares_person_id_index').on(table.personId, table.createdAt),
    index('shares_company_id_index').on(table.companyId),
    check('shares_place_check', sql`${table.place} is null or ${table.revokedAt} is null`),
  ],
);
