import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const accounts = pgSchema('accounts');

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** Whoever holds keys; limits and counted things are shared by the keys of one company. */
export const companies = accounts.table('companies', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  contactEmail: text('contact_email'),
  active: boolean('active').notNull().default(true),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const apiKeys = accounts.table(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    kind: text('kind', { enum: ['subscriber', 'enterprise'] }).notNull(),
    name: text('name').notNull(),
    /** Beginning of the key, for people to recognise it. */
    keyPrefix: text('key_prefix').notNull(),
    /** Hex SHA-256 of the whole key; the key itself is not kept. */
    keySha256: text('key_sha256').notNull().unique(),
    rateLimitPerMinute: integer('rate_limit_per_minute').notNull(),
    /** Endpoint names that the key may call; null means all that its kind may. */
    authorizedEndpoints: text('authorized_endpoints').array(),
    /** Whether the subscription of a subscriber's key covers calls; null on enterprise keys. */
    subscription: text('subscription', { enum: ['active', 'trial', 'lapsed'] }),
    createdAt: instant('created_at').notNull().defaultNow(),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('api_keys_company_id_index').on(table.companyId),
    check('api_keys_kind_check', sql`${table.kind} in ('subscriber', 'enterprise')`),
    check('api_keys_rate_limit_check', sql`${table.rateLimitPerMinute} > 0`),
    check('api_keys_key_sha256_check', sql`${table.keySha256} ~ '^[0-9a-f]{64}$'`),
    check(
      'api_keys_subscription_check',
      sql`(${table.kind} = 'subscriber') = (${table.subscription} is not null) and (${table.subscription} is null or ${table.subscription} in ('active', 'trial', 'lapsed'))`,
    ),
  ],
);
