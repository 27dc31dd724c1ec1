import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@plat/contracts';
import type { JobCause } from '@plat/jobs';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { searches } from '../../background/store/tables.ts';
import { crmDeals } from '../../crm/store/tables.ts';
import { created, instant, investors } from '../../store/schema.ts';
import type { AttemptOutcome } from '../domain/ports.ts';

const known = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** How the webhooks of a key are sent; the first use of a key makes the row. */
export const webhookSettings = investors.table('webhook_settings', {
  key_id: text('key_id').primaryKey(),
  company_id: text('company_id').notNull(),
  /** In the clear, because it signs; receivers hold it too. */
  signing_secret: text('signing_secret').notNull(),
  /** The secret before a rotation; it also signs until `former_secret_until`. */
  former_secret: text('former_secret'),
  former_secret_until: instant('former_secret_until'),
  retries: boolean('retries').notNull().default(false),
  deal_url: text('deal_url'),
  created_at: created(),
  updated_at: instant('updated_at').notNull().defaultNow(),
});

/** Webhooks, sent or waiting. Each attempt writes the body again from its search or deal. */
export const webhookDeliveries = investors.table(
  'webhook_deliveries',
  {
    /** Also the webhook-id, as `msg_<id>`. */
    id: uuid('id').primaryKey(),
    company_id: text('company_id').notNull(),
    key_id: text('key_id').notNull(),
    event: text('event', { enum: WEBHOOK_EVENTS }).notNull(),
    search_id: uuid('search_id').references(() => searches.id, { onDelete: 'cascade' }),
    deal_id: uuid('deal_id').references(() => crmDeals.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** The setting at the time of the event; a replay of an ended delivery is one attempt. */
    retries: boolean('retries').notNull(),
    status: text('status', { enum: WEBHOOK_DELIVERY_STATUSES }).notNull().default('pending'),
    next_attempt_at: instant('next_attempt_at'),
    /** Number of the attempt; grows with every attempt and replay. */
    turn: integer('turn').notNull().default(1),
    /** How often this attempt was started: more than once after failures on our side. */
    starts: integer('starts').notNull().default(0),
    /** The calling process owns the delivery until then. */
    claimed_until: instant('claimed_until'),
    /** Company, key, end user and receiver host, as a JSON array; empty for rows of an older version of Plat. */
    lane: text('lane').notNull().default(''),
    /** The request that caused the event. */
    cause: jsonb('cause').$type<JobCause>(),
    created_at: created(),
    finished_at: instant('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_key_id_index').on(table.key_id, table.created_at, table.id),
    index('webhook_deliveries_search_id_index').on(table.search_id),
    index('webhook_deliveries_deal_id_index').on(table.deal_id),
    index('webhook_deliveries_created_at_index').on(table.created_at),
    index('webhook_deliveries_lane_index')
      .on(table.lane, sql`greatest(${table.next_attempt_at}, ${table.claimed_until})`)
      .where(sql`${table.status} = 'pending'`),
    index('webhook_deliveries_pending_index').on(table.next_attempt_at).where(sql`${table.status} = 'pending'`),
    check(
      'webhook_deliveries_pending_check',
      sql`(${table.status} = 'pending') = (${table.next_attempt_at} is not null)`,
    ),
    check('webhook_deliveries_event_check', sql`${table.event} in (${known(WEBHOOK_EVENTS)})`),
    check('webhook_deliveries_status_check', sql`${table.status} in (${known(WEBHOOK_DELIVERY_STATUSES)})`),
    check('webhook_deliveries_subject_check', sql`num_nonnulls(${table.search_id}, ${table.deal_id}) = 1`),
  ],
);

/** Every call of a webhook URL. */
export const webhookAttempts = investors.table(
  'webhook_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    delivery_id: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    outcome: text('outcome').$type<AttemptOutcome>().notNull(),
    /** HTTP status of the receiver; null when there was no response. */
    status: integer('status'),
    duration_ms: integer('duration_ms').notNull(),
  },
  (table) => [index('webhook_attempts_delivery_id_index').on(table.delivery_id, table.id)],
);
