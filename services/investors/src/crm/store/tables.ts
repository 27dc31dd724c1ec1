import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { caller, created, instant, investors } from '../../store/schema.ts';

/** Deals of searched properties, one per owner and property. */
export const crmDeals = investors.table(
  'crm_deals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The company, or key and end user of an enterprise key. */
    owner: text('owner').notNull(),
    ...caller(),
    property_id: bigint('property_id', { mode: 'number' }).notNull(),
    address: text('address').notNull(),
    /** How far the deal is, as people set it. */
    stage: text('stage', { enum: ['new', 'marketing', 'under_contract', 'closed', 'lost'] })
      .notNull()
      .default('new'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    created_at: created(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    /** Hash of the buyers that the newest search found at `newest_buyers_at`; null before the first search. */
    newest_buyers: text('newest_buyers'),
    newest_buyers_at: instant('newest_buyers_at'),
    /** When the latest search found exactly these buyers again. */
    newest_search_at: instant('newest_search_at'),
  },
  (table) => [
    unique('crm_deals_owner_property_id_unique').on(table.owner, table.property_id),
    index('crm_deals_updated_at_index').on(table.updated_at, table.id),
    index('crm_deals_company_id_index').on(table.company_id, table.updated_at, table.id),
    index('crm_deals_key_id_index').on(table.key_id, table.updated_at, table.id),
    index('crm_deals_user_id_index')
      .on(table.user_id, table.updated_at, table.id)
      .where(sql`${table.user_id} is not null`),
    check('crm_deals_realm_check', sql`${table.realm} in ('live', 'sample')`),
  ],
);

/** The searches of a deal. */
export const crmDealSearches = investors.table(
  'crm_deal_searches',
  {
    deal_id: uuid('deal_id')
      .notNull()
      .references(() => crmDeals.id, { onDelete: 'cascade' }),
    search_id: uuid('search_id').notNull(),
    searched_at: instant('searched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deal_id, table.search_id] }),
    index('crm_deal_searches_search_id_index').on(table.search_id),
  ],
);

/** Buyers of a deal, as the newest search found them. Pages leave room for updates (fillfactor). */
export const crmDealBuyers = investors.table(
  'crm_deal_buyers',
  {
    deal_id: uuid('deal_id')
      .notNull()
      .references(() => crmDeals.id, { onDelete: 'cascade' }),
    /** Normalised owner name and mailing address, because cluster ids change when a market is rebuilt. */
    buyer_key: text('buyer_key').notNull(),
    buyer_type: text('buyer_type', { enum: ['flipper', 'landlord'] }).notNull(),
    /** How far the buyer is, as people set it; a later search leaves it. */
    stage: text('stage', { enum: ['found', 'contacted', 'interested', 'offered', 'accepted', 'declined'] })
      .notNull()
      .default('found'),
    found: jsonb('found').$type<object>().notNull(),
    /** When the newest search with this buyer found it. */
    found_at: instant('found_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deal_id, table.buyer_key, table.buyer_type] })],
);

/** Additions to deals that could not be written before the response. */
export const lateDeals = investors.table(
  'late_deals',
  {
    search_id: uuid('search_id').primaryKey(),
    /** Not jsonb, which reorders keys and would change the hash of the buyers. */
    attachment: json('attachment').$type<object>().notNull(),
    /** Number of failed attempts. */
    failures: integer('failures').notNull().default(0),
    /** Time of the next attempt. */
    due_at: instant('due_at').notNull().defaultNow(),
    created_at: created(),
  },
  (table) => [index('late_deals_due_at_index').on(table.due_at)],
);
