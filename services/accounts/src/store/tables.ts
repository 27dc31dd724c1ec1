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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const accounts = pgSchema('accounts');

/** With time zone; ISO 8601 text in TypeScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const created = () => instant('created_at').notNull().defaultNow();
/** Name of the metered endpoint. */
export const allowance = () => text('endpoint').$type<AllowanceName>().notNull();
const known = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Owners of keys. Limits and counted subjects of subscriber keys belong to the company. */
export const companies = accounts.table(
  'companies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull().unique(),
    contactEmail: text('contact_email'),
    active: boolean('active').notNull().default(true),
    /** Subscription to the companion application; null without one. Subscriber keys need it active or in trial. */
    subscription: text('subscription', { enum: ['active', 'trial', 'lapsed'] }),
    createdAt: created(),
  },
  (table) => [check('companies_subscription_check', sql`${table.subscription} in ('active', 'trial', 'lapsed')`)],
);

/** Monthly limits of a company's subscriber keys that differ from the documented ones (docs/rules/limits.md). */
export const companyLimits = accounts.table(
  'company_limits',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    endpoint: allowance(),
    /** Limit of the subscription's own plan, for example during a trial; null: none. */
    planLimit: integer('plan_limit'),
    /** API limit agreed instead of the documented one; null: none. */
    customLimit: integer('custom_limit'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.endpoint] }),
    check('company_limits_endpoint_check', sql`${table.endpoint} in (${known(ALLOWANCE_NAMES)})`),
    check('company_limits_range_check', sql`${table.planLimit} >= 0 and ${table.customLimit} >= 0`),
  ],
);

/** A person in the companion application; subscriber keys may belong to one. */
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

/** Keys and their rights. Callers send one of a key's secrets. */
export const apiKeys = accounts.table(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    /** Subscriber keys only; null: the company itself. */
    seatId: uuid('seat_id').references(() => seats.id),
    kind: text('kind', { enum: ['subscriber', 'enterprise', 'legacy_search'] }).notNull(),
    name: text('name').notNull(),
    /** True if the key never counts against a monthly allowance. */
    isTest: boolean('is_test').notNull().default(false),
    /** Stands for the company's own application. It has no secret, so lists of keys leave it out. */
    isApplication: boolean('is_application').notNull().default(false),
    /** Maximum requests in any interval of `rate_window_seconds`. */
    rateLimit: integer('rate_limit').notNull(),
    rateWindowSeconds: integer('rate_window_seconds').notNull().default(60),
    /** Legacy keys only; others get allowances from plans or the company. */
    monthlyLimit: integer('monthly_limit'),
    /** Endpoints that the key may call; null: all of its kind. */
    authorizedEndpoints: text('authorized_endpoints').array(),
    /** IP addresses and CIDR blocks that may use the key; null: any. */
    allowedAddresses: text('allowed_addresses').array(),
    createdAt: created(),
    /** Reversible, unlike a revocation. */
    deactivatedAt: instant('deactivated_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_keys_company_id_index').on(table.companyId),
    uniqueIndex('api_keys_application_index').on(table.companyId).where(sql`${table.isApplication}`),
    check('api_keys_kind_check', sql`${table.kind} in ('subscriber', 'enterprise', 'legacy_search')`),
    check('api_keys_rate_limit_check', sql`${table.rateLimit} > 0 and ${table.rateWindowSeconds} > 0`),
    check('api_keys_seat_check', sql`${table.seatId} is null or ${table.kind} = 'subscriber'`),
    check('api_keys_monthly_limit_check', sql`(${table.kind} = 'legacy_search') = (${table.monthlyLimit} is not null)`),
  ],
);

/** A rotation gives a key another secret; the old one may stay valid for an overlap. */
export const apiKeySecrets = accounts.table(
  'api_key_secrets',
  {
    /** Hex SHA-256 of the whole secret; the secret is not stored. */
    sha256: text('sha256').primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Lets people recognize the secret. */
    prefix: text('prefix').notNull(),
    createdAt: created(),
    /** The secret is unknown from then on; null while it is current. */
    expiresAt: instant('expires_at'),
    /** To the minute. Not in the key's row, which reservations lock. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('api_key_secrets_key_id_index').on(table.keyId),
    index('api_key_secrets_prefix_index').on(table.prefix),
    check('api_key_secrets_sha256_check', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** A plan for end users of an enterprise key; limits are per month and end user, 0 covers nothing. */
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

/** End users of an enterprise key under the caller's own ids. */
export const endUsers = accounts.table(
  'end_users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Compared and sorted by bytes: the migration sets COLLATE "C", which Drizzle cannot express. */
    userId: text('user_id').notNull(),
    active: boolean('active').notNull(),
    createdAt: created(),
  },
  (table) => [unique('end_users_key_id_user_id_unique').on(table.keyId, table.userId)],
);

/** A plan of an end user; active ones add up. */
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

/** The append-only audit trail of keys, users, plans and companies. */
export const auditEvents = accounts.table(
  'audit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** `key:<id>` for a caller, `operator:<name>` for a command. */
    actor: text('actor').notNull(),
    /** For example `key.rotated` or `user.deactivated`. */
    action: text('action').notNull(),
    companyId: uuid('company_id'),
    keyId: uuid('key_id'),
    /** Kind and id of the changed object, for example `user:agent-1042`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_events_company_id_index').on(table.companyId, table.id),
    index('audit_events_key_id_index').on(table.keyId, table.id),
  ],
);

/** First responses under idempotency keys, kept for a day. */
export const idempotentRequests = accounts.table(
  'idempotent_requests',
  {
    /** Also the id of the request's usage reservation, so that a rerun counts once. */
    id: uuid('id').primaryKey().defaultRandom(),
    keyId: uuid('key_id').notNull(),
    /** Empty for keys without end users. */
    userId: text('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    operation: text('operation').notNull(),
    requestSha256: text('request_sha256').notNull(),
    createdAt: created(),
    /** The request counts as running until then. */
    lockedUntil: instant('locked_until').notNull(),
    /** Null until the request finishes. */
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

/** The requests of the last day by key, for developers. Nothing is counted from it. */
export const requestLog = accounts.table(
  'request_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    keyId: uuid('key_id').notNull(),
    at: instant('at').notNull(),
    requestId: text('request_id').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    status: integer('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('request_log_key_id_index').on(table.keyId, table.id), index('request_log_at_index').on(table.at)],
);
