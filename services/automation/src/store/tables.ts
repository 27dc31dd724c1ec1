import { sql } from 'drizzle-orm';
import { check, index, integer, pgSchema, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

export const automation = pgSchema('automation');

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
const created = () => instant('created_at').notNull().defaultNow();

/** Users who connect an automation platform, identified by their identity provider. */
export const users = automation.table(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Subject of the identity provider's tokens. */
    uid: text('uid').notNull().unique(),
    email: text('email'),
    displayName: text('display_name'),
    status: text('status', { enum: ['active', 'disabled'] })
      .notNull()
      .default('active'),
    /** Hex SHA-256 of the user's only key; the key is not stored. */
    keySha256: text('key_sha256').unique(),
    keyPrefix: text('key_prefix'),
    keyCreatedAt: instant('key_created_at'),
    keyLastUsedAt: instant('key_last_used_at'),
    /** Signs calls to the subscribed URLs; receivers hold it too. */
    signingSecret: text('signing_secret').notNull(),
    createdAt: created(),
  },
  (table) => [
    check('users_status_check', sql`${table.status} in ('active', 'disabled')`),
    check('users_key_check', sql`(${table.keySha256} is null) = (${table.keyPrefix} is null)`),
    check('users_key_sha256_check', sql`${table.keySha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Subscribed URLs; a row is deleted with the subscription. */
export const webhookSubscriptions = automation.table(
  'webhook_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the platform wrote it. */
    webUrl: text('web_url').notNull(),
    /** As the WHATWG parser writes it; equal for equivalent URLs. */
    normalizedUrl: text('normalized_url').notNull(),
    createdAt: created(),
    /** Time of the first failure since the last success; null while it works. */
    failingSince: instant('failing_since'),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    unique('webhook_subscriptions_user_id_normalized_url_unique').on(table.userId, table.normalizedUrl),
    index('webhook_subscriptions_user_id_created_at_index').on(table.userId, table.createdAt),
    check('webhook_subscriptions_failures_check', sql`(${table.failures} = 0) = (${table.failingSince} is null)`),
  ],
);
