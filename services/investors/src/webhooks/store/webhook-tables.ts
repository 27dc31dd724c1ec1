import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@plat/contracts';
import type { JobCause } from '@plat/jobs';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { created, crmDeals, instant, investors, searches } from '../../store/tables.ts';

const known = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Webhooks that were sent or wait; the body is made anew for each attempt, from what it is about. */
export const webhookDeliveries = investors.table(
  'webhook_deliveries',
  {
    /** Also the webhook-id, as `msg_<id>`. */
    id: uuid('id').primaryKey(),
    companyId: text('company_id').notNull(),
    keyId: text('key_id').notNull(),
    event: text('event', { enum: WEBHOOK_EVENTS }).notNull(),
    searchId: uuid('search_id').references(() => searches.id, { onDelete: 'cascade' }),
    dealId: uuid('deal_id').references(() => crmDeals.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** As it was when the event happened; a replay of what has ended is one attempt. */
    retries: boolean('retries').notNull(),
    status: text('status', { enum: WEBHOOK_DELIVERY_STATUSES }).notNull().default('pending'),
    nextAttemptAt: instant('next_attempt_at'),
    /** Number of the attempt; grows with every attempt and replay. */
    turn: integer('turn').notNull().default(1),
    /** How often this attempt was begun: more than once after failures on our side. */
    starts: integer('starts').notNull().default(0),
    /** Until then the process that is calling has it to itself. */
    claimedUntil: instant('claimed_until'),
    /** Company, key, end user and receiver host, as a JSON array; empty for rows of an older version of Plat. */
    lane: text('lane').notNull().default(''),
    /** The request that caused it. */
    cause: jsonb('cause').$type<JobCause>(),
    createdAt: created(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_key_id_index').on(table.keyId, table.createdAt, table.id),
    index('webhook_deliveries_search_id_index').on(table.searchId),
    index('webhook_deliveries_deal_id_index').on(table.dealId),
    index('webhook_deliveries_created_at_index').on(table.createdAt),
    index('webhook_deliveries_lane_index')
      .on(table.lane, sql`greatest(${table.nextAttemptAt}, ${table.claimedUntil})`)
      .where(sql`${table.status} = 'pending'`),
    index('webhook_deliveries_pending_index').on(table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    check(
      'webhook_deliveries_pending_check',
      sql`(${table.status} = 'pending') = (${table.nextAttemptAt} is not null)`,
    ),
    check('webhook_deliveries_event_check', sql`${table.event} in (${known(WEBHOOK_EVENTS)})`),
    check('webhook_deliveries_status_check', sql`${table.status} in (${known(WEBHOOK_DELIVERY_STATUSES)})`),
    check('webhook_deliveries_subject_check', sql`num_nonnulls(${table.searchId}, ${table.dealId}) = 1`),
  ],
);

/** Every call of a webhook. */
export const webhookAttempts = investors.table(
  'webhook_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    outcome: text('outcome').notNull(),
    /** HTTP status of the receiver; null when there was no answer. */
    status: integer('status'),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('webhook_attempts_delivery_id_index').on(table.deliveryId, table.id)],
);
