import type { BuyerSearchSort } from '@plat/contracts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { caller, created, instant, investors } from '../../store/schema.ts';
import type { SearchQuestion, StoredBuyers } from '../domain/search.ts';

/** Stored searches: in the background, with a webhook, or of the earlier API. */
export const searches = investors.table(
  'searches',
  {
    id: uuid('id').primaryKey(),
    api: text('api', { enum: ['v1', 'legacy'] }).notNull(),
    ...caller(),
    /** The input, without the callback. */
    question: jsonb('question').$type<SearchQuestion>().notNull(),
    sort: text('sort').$type<BuyerSearchSort>().notNull(),
    status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** The reason of a failure, for the caller. */
    error: text('error'),
    result_count: integer('result_count'),
    /** The reservation in the monthly ledger, held until the search ends; null without one. */
    reservation_id: uuid('reservation_id'),
    /** True if contacts were looked up; then the property stays free in later months. */
    skiptraced: boolean('skiptraced'),
    webhook_url: text('webhook_url'),
    /** Sent with the webhook as a header, also with a replay after a failure; deleted after delivery. */
    webhook_secret: text('webhook_secret'),
    results_in_webhook: boolean('results_in_webhook').notNull().default(false),
    created_at: created(),
    completed_at: instant('completed_at'),
    /** The search is unknown from then on, and soon deleted. */
    expires_at: instant('expires_at').notNull(),
  },
  (table) => [
    index('searches_expires_at_index').on(table.expires_at),
    index('searches_pending_index').on(table.created_at).where(sql`${table.status} = 'pending'`),
    // A request repeated under its reservation is the same search, unless that search failed.
    uniqueIndex('searches_reservation_id_index')
      .on(table.reservation_id)
      .where(sql`${table.reservation_id} is not null and ${table.status} <> 'failed'`),
    check('searches_realm_check', sql`${table.realm} in ('live', 'sample')`),
    check('searches_api_check', sql`${table.api} in ('v1', 'legacy')`),
    check('searches_status_check', sql`${table.status} in ('pending', 'completed', 'failed')`),
    check('searches_completed_check', sql`(${table.status} = 'pending') = (${table.completed_at} is null)`),
  ],
);

/** The buyers found, with contacts as known: reads apply the do-not-contact lists. */
export const searchResults = investors.table('search_results', {
  search_id: uuid('search_id')
    .primaryKey()
    .references(() => searches.id, { onDelete: 'cascade' }),
  buyers: jsonb('buyers').$type<StoredBuyers>().notNull(),
});
