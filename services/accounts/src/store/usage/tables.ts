import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts, allowance, instant } from '../tables.ts';

/**
 * A monthly allowance: `owner_id` is a company (subscriber keys), an end user (enterprise keys) or a key (legacy
 * API). `month` is the first day of a calendar month in UTC.
 */
const allowanceOfMonth = () => ({
  ownerId: uuid('owner_id').notNull(),
  endpoint: allowance(),
  month: date('month', { mode: 'string' }).notNull(),
});
const usageSubject = () => ({
  thingKind: text('thing_kind', { enum: ['property', 'location'] }),
  thingValue: text('thing_value'),
});

/** Every counted event, once. A trigger rejects updates and deletes; counters are derived from this table. */
export const usageLedger = accounts.table(
  'usage_ledger',
  {
    /** The reservation's id, or one derived from the application's search id. */
    eventId: uuid('event_id').primaryKey(),
    ...allowanceOfMonth(),
    companyId: uuid('company_id').notNull(),
    /** Null for a search in the companion application. */
    keyId: uuid('key_id'),
    ...usageSubject(),
    source: text('source', { enum: ['api', 'application'] }).notNull(),
    occurredAt: instant('occurred_at').notNull().defaultNow(),
  },
  (table) => [index('usage_ledger_allowance_index').on(table.ownerId, table.endpoint, table.month)],
);

/** Derived: `used` from the ledger, `reserved` from the open reservations. The row is the lock of its allowance. */
export const usageCounters = accounts.table(
  'usage_counters',
  {
    ...allowanceOfMonth(),
    used: integer('used').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** No open hold of the allowance expires earlier; skips needless scans. */
    earliestExpiry: instant('earliest_expiry'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.endpoint, table.month] }),
    check('usage_counters_range_check', sql`${table.used} >= 0 and ${table.reserved} >= 0`),
  ],
);

/** Running requests that count on success; deleted once counted. */
export const usageReservations = accounts.table(
  'usage_reservations',
  {
    reservationId: uuid('reservation_id').primaryKey(),
    ...allowanceOfMonth(),
    companyId: uuid('company_id').notNull(),
    keyId: uuid('key_id').notNull(),
    ...usageSubject(),
    /** Holds nothing of the allowance: the subject was counted before, or the key never counts. */
    isFree: boolean('is_free').notNull(),
    /** Committed without a count; kept until it expires, so that the commit can be repeated. */
    isSettled: boolean('is_settled').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('usage_reservations_allowance_index').on(table.ownerId, table.endpoint, table.month, table.expiresAt),
    index('usage_reservations_expires_at_index').on(table.expiresAt),
  ],
);

/**
 * Calls that ran uncounted: they failed, found nothing, repeated a counted subject, or never ended. Append-only;
 * one row per allowance, key and transaction.
 */
export const usageNotCounted = accounts.table(
  'usage_not_counted',
  {
    ...allowanceOfMonth(),
    companyId: uuid('company_id').notNull(),
    keyId: uuid('key_id').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [check('usage_not_counted_calls_check', sql`${table.calls} > 0`)],
);

/** Properties that a company ever skip traced and locations that it ever searched; free from then on. */
export const usageSubjects = accounts.table(
  'counted_things',
  {
    companyId: uuid('company_id').notNull(),
    kind: text('kind', { enum: ['property', 'location'] }).notNull(),
    value: text('value').notNull(),
    countedAt: instant('counted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.kind, table.value] })],
);
