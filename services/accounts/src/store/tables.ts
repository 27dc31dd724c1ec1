import { ALLOWANCE_NAMES, type AllowanceName } from '@plat/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

export const accounts = pgSchema('accounts');

/** With time zone; ISO 8601 text in TypeScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const created = () => instant('created_at').notNull().defaultNow();
/** Name of the endpoint that is metered. */
export const allowance = () => text('endpoint').$type<AllowanceName>().notNull();
const known = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Whoever holds keys. Limits and counted things of subscriber keys are those of the company. */
export const companies = accounts.table(
  'companies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull().unique(),
    contactEmail: text('contact_email'),
    active: boolean('active').notNull().default(true),
    /** Of the companion application; null for a company that has none. Subscriber keys need it active or on trial. */
    subscription: text('subscription', { enum: ['active', 'trial', 'lapsed'] }),
    createdAt: created(),
  },
  (table) => [check('companies_subscription_check', sql`${table.subscription} in ('active', 'trial', 'lapsed')`)],
);

/** Monthly limits of a company's subscriber keys where they differ from the documented ones (doc 1 section 8, rule 2). */
export const companyLimits = accounts.table(
  'company_limits',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    endpoint: allowance(),
    /** What the subscription's own plan allows, such as in a trial; null: no such limit. */
    planLimit: integer('plan_limit'),
    /** Agreed for the API, instead of the documented limit; null: none agreed. */
    customLimit: integer('custom_limit'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.endpoint] }),
    check('company_limits_endpoint_check', sql`${table.endpoint} in (${known(ALLOWANCE_NAMES)})`),
    check('company_limits_range_check', sql`${table.planLimit} >= 0 and ${table.customLimit} >= 0`),
  ],
);

/** A person of the company in the companion application; subscriber keys may belong to one. */
export const seats = accounts.table(
  'seats',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    maySearchBuyers: boolean('may_search_buyers').notNull().default(true),
    createdAt: created(),
  },
  (table) => [unique('seats_company_id_name_unique').on(table.companyId, table.name)],
);

/** What a key is and may do; what a caller sends is one of its secrets. */
export const apiKeys = accounts.table(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    /** Of subscriber keys only; null: the company's own. */
    seatId: uuid('seat_id').references(() => seats.id),
    kind: text('kind', { enum: ['subscriber', 'enterprise', 'legacy_search'] }).notNull(),
    name: text('name').notNull(),
    /** Never counted against a monthly allowance. */
    isTest: boolean('is_test').notNull().default(false),
    /** Requests in any interval of `rate_window_seconds`. */
    rateLimit: integer('rate_limit').notNull(),
    rateWindowSeconds: integer('rate_window_seconds').notNull().default(60),
    /** Of keys of the earlier API; null on the others, whose allowances come from plans or the company. */
    monthlyLimit: integer('monthly_limit'),
    /** Endpoint names that the key may call; null means all that its kind may. */
    authorizedEndpoints: text('authorized_endpoints').array(),
    /** IP addresses and CIDR blocks that it may be used from; null means everywhere. */
    allowedAddresses: text('allowed_addresses').array(),
    createdAt: created(),
    /** Can be taken back, unlike a revocation. */
    deactivatedAt: instant('deactivated_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_keys_company_id_index').on(table.companyId),
    check('api_keys_kind_check', sql`${table.kind} in ('subscriber', 'enterprise', 'legacy_search')`),
    check('api_keys_rate_limit_check', sql`${table.rateLimit} > 0 and ${table.rateWindowSeconds} > 0`),
    check('api_keys_seat_check', sql`${table.seatId} is null or ${table.kind} = 'subscriber'`),
    check('api_keys_monthly_limit_check', sql`(${table.kind} = 'legacy_search') = (${table.monthlyLimit} is not null)`),
  ],
);

/** A rotation gives a key another secret; the one before may stay good for an overlap. */
export const apiKeySecrets = accounts.table(
  'api_key_secrets',
  {
    /** Hex SHA-256 of the whole secret; the secret itself is not kept. */
    sha256: text('sha256').primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Beginning of the secret, for people to recognise it. */
    prefix: text('prefix').notNull(),
    createdAt: created(),
    /** From then on it is unknown; null while it is the current one. */
    expiresAt: instant('expires_at'),
    /** To the minute. Here and not with the key, whose row is the lock of its reservations. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('api_key_secrets_key_id_index').on(table.keyId),
    index('api_key_secrets_prefix_index').on(table.prefix),
    check('api_key_secrets_sha256_check', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** What an end user of an enterprise key can be given; limits are per month and end user, 0 covers nothing. */
export const plans = accounts.table(
  'plans',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    monthlyPriceUsd: numeric('monthly_price_usd', { precision: 12, scale: 2, mode: 'number' }).notNull(),
    autocompleteLimit: integer('autocomplete_limit').notNull(),
    analyticsSearchLimit: integer('analytics_search_limit').notNull(),
    buyerSearchLimit: integer('buyer_search_limit').notNull(),
    investorCompsLimit: integer('investor_comps_limit').notNull(),
    retailCompsLimit: integer('retail_comps_limit').notNull(),
    linkedDealsLimit: integer('linked_deals_limit').notNull(),
    createdAt: created(),
  },
  (table) => [
    check(
      'plans_range_check',
      sql`least(${table.monthlyPriceUsd}, ${table.autocompleteLimit}, ${table.analyticsSearchLimit}, ${table.buyerSearchLimit}, ${table.investorCompsLimit}, ${table.retailCompsLimit}, ${table.linkedDealsLimit}) >= 0`,
    ),
  ],
);

/** The plans that an enterprise key may assign. */
export const keyPlans = accounts.table(
  'key_plans',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.planId] }), index('key_plans_plan_id_index').on(table.planId)],
);

/** End users of an enterprise key under the caller's own identifiers. */
export const endUsers = accounts.table(
  'end_users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Compared and sorted by its bytes: the migration gives it COLLATE "C", which Drizzle cannot express. */
    userId: text('user_id').notNull(),
    active: boolean('active').notNull(),
    createdAt: created(),
  },
  (table) => [unique('end_users_key_id_user_id_unique').on(table.keyId, table.userId)],
);

/** A plan that an end user was given; active ones add up. */
export const userSubscriptions = accounts.table(
  'user_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    endUserId: uuid('end_user_id')
      .notNull()
      .references(() => endUsers.id),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    active: boolean('active').notNull(),
    createdAt: created(),
  },
  (table) => [
    index('user_subscriptions_end_user_id_index').on(table.endUserId),
    index('user_subscriptions_plan_id_index').on(table.planId),
  ],
);

/** Who changed what of keys, users, plans and companies; rows are only ever added. */
export const auditEvents = accounts.table(
  'audit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** `key:<id>` for a caller, `operator:<name>` for a command. */
    actor: text('actor').notNull(),
    /** Such as `key.rotated` or `user.deactivated`. */
    action: text('action').notNull(),
    companyId: uuid('company_id'),
    keyId: uuid('key_id'),
    /** Kind and id of what was changed, such as `user:agent-1042`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_events_company_id_index').on(table.companyId, table.id),
    index('audit_events_key_id_index').on(table.keyId, table.id),
  ],
);

/** First answers under idempotency keys, kept for a day. */
export const idempotentRequests = accounts.table(
  'idempotent_requests',
  {
    /** Also the id of the request's usage reservation, so that running it anew counts nothing twice. */
    id: uuid('id').primaryKey().defaultRandom(),
    keyId: uuid('key_id').notNull(),
    /** Empty for keys without end users. */
    userId: text('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    operation: text('operation').notNull(),
    requestSha256: text('request_sha256').notNull(),
    createdAt: created(),
    /** Until then the request counts as running. */
    lockedUntil: instant('locked_until').notNull(),
    /** Null until the request is finished. */
    status: integer('status'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    /** Compressed with gzip. */
    body: bytes('body'),
  },
  (table) => [
    unique('idempotent_requests_unique').on(table.keyId, table.userId, table.idempotencyKey),
    index('idempotent_requests_created_at_index').on(table.createdAt),
  ],
);
