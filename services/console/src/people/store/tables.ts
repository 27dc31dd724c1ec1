import { sql } from 'drizzle-orm';
import { boolean, check, index, text, unique, uuid } from 'drizzle-orm/pg-core';
import { consoleSchema, created, instant, sha256 } from '../../store/schema.ts';

const role = () => text('role', { enum: ['owner', 'operator', 'viewer', 'member'] }).notNull();

/** Everyone who signed in at least once. */
export const people = consoleSchema.table(
  'people',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** How the person signs in: by links made for a name, or as a subject of the OpenID provider. */
    signsInWith: text('signs_in_with', { enum: ['link', 'oidc'] }).notNull(),
    /** The name of the links, or issuer and subject of the provider. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    role: role(),
    /** Company of a member, in the accounts schema; null for everybody else. */
    companyId: uuid('company_id'),
    active: boolean('active').notNull().default(true),
    createdAt: created(),
    lastSignedInAt: instant('last_signed_in_at').notNull(),
  },
  (table) => [
    unique('people_signs_in_with_subject_unique').on(table.signsInWith, table.subject),
    check('people_role_check', sql`${table.role} in ('owner', 'operator', 'viewer', 'member')`),
    check('people_signs_in_with_check', sql`${table.signsInWith} in ('link', 'oidc')`),
    check('people_company_check', sql`(${table.role} = 'member') = (${table.companyId} is not null)`),
  ],
);

/** One-time links that were not used yet. Their tokens are not stored. */
export const signInLinks = consoleSchema.table(
  'sign_in_links',
  {
    /** Hexadecimal SHA-256 of the token. */
    sha256: sha256(),
    name: text('name').notNull(),
    role: role(),
    companyId: uuid('company_id'),
    /** The owner who made it in the console; null for a link of the command. It works while they are an owner. */
    madeBy: uuid('made_by').references(() => people.id, { onDelete: 'cascade' }),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('sign_in_links_role_check', sql`${table.role} in ('owner', 'operator', 'viewer', 'member')`),
    check('sign_in_links_company_check', sql`(${table.role} = 'member') = (${table.companyId} is not null)`),
  ],
);

/** Signed-in browsers. A row is deleted when its person signs out. */
export const sessions = consoleSchema.table(
  'sessions',
  {
    /** Hexadecimal SHA-256 of the token in the cookie. */
    sha256: sha256(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: created(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** The session ends then, however busy it is. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_person_id_index').on(table.personId)],
);
