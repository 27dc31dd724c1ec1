import type { BuyerSearchSort } from '@plat/contracts';
import { REALMS } from '@plat/kit';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SearchQuestion } from '../background/index.ts';
import type { Contact } from '../contacts/index.ts';
import type { DealAttachment } from '../crm/index.ts';
import type { LegacyFoundBuyer } from '../legacy/index.ts';
import type { FoundBuyer } from '../search/index.ts';

export const investors = pgSchema('investors');

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
export const created = () => instant('created_at').notNull().defaultNow();
/** Whose it is: key and company as accounts knows them, and the end user of an enterprise key. */
const caller = () => ({
  companyId: text('company_id').notNull(),
  keyId: text('key_id').notNull(),
  userId: text('user_id'),
  /** Which records it was searched in. Rows from before there were realms are live, and judged by the live lists. */
  realm: text('realm', { enum: REALMS }).notNull().default('live'),
});

/** Searches that are told of or fetched later: in the background, with a webhook, or of the earlier API. */
export const searches = investors.table(
  'searches',
  {
    id: uuid('id').primaryKey(),
    api: text('api', { enum: ['v1', 'legacy'] }).notNull(),
    ...caller(),
    /** What was asked, without where to tell of it. */
    question: jsonb('question').$type<SearchQuestion>().notNull(),
    sort: text('sort').$type<BuyerSearchSort>().notNull(),
    status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** Why it failed, for the caller. */
    error: text('error'),
    resultCount: integer('result_count'),
    /** What is held of the monthly allowance until the search ends; null when nothing is. */
    reservationId: uuid('reservation_id'),
    /** Whether contacts were looked up: then the property is free from the next month on too. */
    skiptraced: boolean('skiptraced'),
    webhookUrl: text('webhook_url'),
    /** Goes with the webhook as a header, also with a replay of one that failed; gone once it was delivered. */
    webhookSecret: text('webhook_secret'),
    resultsInWebhook: boolean('results_in_webhook').notNull().default(false),
    createdAt: created(),
    completedAt: instant('completed_at'),
    /** From then on it is unknown, and soon deleted. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('searches_expires_at_index').on(table.expiresAt),
    index('searches_pending_index').on(table.createdAt).where(sql`${table.status} = 'pending'`),
    // A request that is repeated under its reservation is the same search, unless that one failed.
    uniqueIndex('searches_reservation_id_index')
      .on(table.reservationId)
      .where(sql`${table.reservationId} is not null and ${table.status} <> 'failed'`),
    check('searches_realm_check', sql`${table.realm} in ('live', 'sample')`),
    check('searches_api_check', sql`${table.api} in ('v1', 'legacy')`),
    check('searches_status_check', sql`${table.status} in ('pending', 'completed', 'failed')`),
    check('searches_completed_check', sql`(${table.status} = 'pending') = (${table.completedAt} is null)`),
  ],
);

/** What a search found, contacts as known and not as shown: the do-not-contact lists are asked whenever it is read. */
export const searchResults = investors.table('search_results', {
  searchId: uuid('search_id')
    .primaryKey()
    .references(() => searches.id, { onDelete: 'cascade' }),
  buyers: jsonb('buyers').$type<readonly FoundBuyer[] | readonly LegacyFoundBuyer[]>().notNull(),
});

/** How the webhooks of a key are sent; made with the first that needs it. */
export const webhookSettings = investors.table('webhook_settings', {
  keyId: text('key_id').primaryKey(),
  companyId: text('company_id').notNull(),
  /** Kept as it is, for it must sign; receivers hold it too. */
  signingSecret: text('signing_secret').notNull(),
  /** The one before a rotation, which signs too until then. */
  formerSecret: text('former_secret'),
  formerSecretUntil: instant('former_secret_until'),
  retries: boolean('retries').notNull().default(false),
  dealUrl: text('deal_url'),
  createdAt: created(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** What the provider said of an owner, once per company: nobody pays twice. */
export const skiptracedContacts = investors.table(
  'skiptraced_contacts',
  {
    companyId: text('company_id').notNull(),
    /** Who was asked for: owner name and mailing address, normalised. */
    ownerKey: text('owner_key').notNull(),
    nameKey: text('name_key').notNull(),
    /** Null when the provider knows nobody. */
    contact: jsonb('contact').$type<Contact>(),
    lookedUpAt: instant('looked_up_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.ownerKey] }),
    index('skiptraced_contacts_name_key_index').on(table.companyId, table.nameKey),
    index('skiptraced_contacts_looked_up_at_index').on(table.lookedUpAt),
  ],
);

/** Owners whom a process is asking the provider about for a company: until then no other does. */
export const lookupClaims = investors.table(
  'lookup_claims',
  {
    companyId: text('company_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    claimId: uuid('claim_id').notNull(),
    /** Renewed while it is asked; past it the process has died, and whoever is next may claim the owner. */
    claimedUntil: instant('claimed_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.ownerKey] }),
    index('lookup_claims_claim_id_index').on(table.claimId),
  ],
);

/** Opt-outs that were given to us, beside the lists of the dataset. */
export const suppressions = investors.table(
  'suppressions',
  {
    kind: text('kind', { enum: ['phone', 'email', 'person'] }).notNull(),
    /** Ten digits, lower-case address, or `FIRST LAST|ZIP` with `*` for any ZIP code. */
    value: text('value').notNull(),
    list: text('list').notNull(),
    note: text('note'),
    /** `operator:<name>`. */
    createdBy: text('created_by').notNull(),
    createdAt: created(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.value, table.list] }),
    index('suppressions_first_name_index')
      .on(sql`split_part(${table.value}, ' ', 1)`, sql`split_part(${table.value}, '|', 2)`)
      .where(sql`${table.kind} = 'person'`),
    check('suppressions_kind_check', sql`${table.kind} in ('phone', 'email', 'person')`),
  ],
);

/** Properties that somebody looked for buyers of, one per owner and property. */
export const crmDeals = investors.table(
  'crm_deals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The company, or key and end user of an enterprise key. */
    owner: text('owner').notNull(),
    ...caller(),
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    address: text('address').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    createdAt: created(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Hash of the buyers that the newest search found, whose `found_at` is `newest_buyers_at`; null before the first. */
    newestBuyers: text('newest_buyers'),
    newestBuyersAt: instant('newest_buyers_at'),
    /** When the latest search found exactly them again. */
    newestSearchAt: instant('newest_search_at'),
  },
  (table) => [
    unique('crm_deals_owner_property_id_unique').on(table.owner, table.propertyId),
    index('crm_deals_updated_at_index').on(table.updatedAt, table.id),
    index('crm_deals_company_id_index').on(table.companyId, table.updatedAt, table.id),
    index('crm_deals_key_id_index').on(table.keyId, table.updatedAt, table.id),
    index('crm_deals_user_id_index')
      .on(table.userId, table.updatedAt, table.id)
      .where(sql`${table.userId} is not null`),
    check('crm_deals_realm_check', sql`${table.realm} in ('live', 'sample')`),
  ],
);

/** The searches that a deal comes from. */
export const crmDealSearches = investors.table(
  'crm_deal_searches',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => crmDeals.id, { onDelete: 'cascade' }),
    searchId: uuid('search_id').notNull(),
    searchedAt: instant('searched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.searchId] }),
    index('crm_deal_searches_search_id_index').on(table.searchId),
  ],
);

/** Buyers attached to a deal, as the newest search that found them had them. Pages keep room for changes (fillfactor). */
export const crmDealBuyers = investors.table(
  'crm_deal_buyers',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => crmDeals.id, { onDelete: 'cascade' }),
    /** Owner name and mailing address, normalised: cluster ids change when a market is rebuilt. */
    buyerKey: text('buyer_key').notNull(),
    buyerType: text('buyer_type', { enum: ['flipper', 'landlord'] }).notNull(),
    found: jsonb('found').$type<FoundBuyer>().notNull(),
    /** When the newest search that has this buyer found it. */
    foundAt: instant('found_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.buyerKey, table.buyerType] })],
);

/** What searches add to their deals, when it could not be written before the search was answered. */
export const lateDeals = investors.table(
  'late_deals',
  {
    searchId: uuid('search_id').primaryKey(),
    /** Not jsonb: that reorders keys, and the hash of the buyers would change. */
    attachment: json('attachment').$type<DealAttachment>().notNull(),
    /** Attempts to write it that failed. */
    failures: integer('failures').notNull().default(0),
    /** When to try next. */
    dueAt: instant('due_at').notNull().defaultNow(),
    createdAt: created(),
  },
  (table) => [index('late_deals_due_at_index').on(table.dueAt)],
);
