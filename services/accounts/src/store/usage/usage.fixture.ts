import { join } from 'node:path';
import type { AllowanceName, KeyKind, UsageReservation, UsageSubject } from '@plat/contracts';
import { migrate, type Sql } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import { openUsageLedger } from './open-usage-ledger.ts';

export const NOW_MS = Date.parse('2026-05-17T12:00:00.000Z');
export const MONTH = '2026-05-01';
const HOLD_MS = 60_000;
const PLAN_LIMITS = 6;

/** Creates a database with the accounts schema and any number of stores on their own connections. */
export async function usageDatabase() {
  const database = await testDatabase();
  await migrate(database.sql, { schema: 'accounts', folder: join(import.meta.dir, '..', 'migrations') });
  const opened: Array<() => Promise<void>> = [];
  return {
    ...database,
    store: (maxConnections = 5) => {
      const { ledger, close } = openUsageLedger(database.url, { maxConnections });
      opened.push(close);
      return ledger;
    },
    close: async () => {
      await Promise.all(opened.map((close) => close()));
      await database.close();
    },
  };
}

const name = () => `n-${crypto.randomUUID()}`;

export async function insertCompany(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into accounts.companies (name, subscription) values (${name()}, 'active') returning id`;
  return row!.id;
}

export async function insertKey(
  sql: Sql,
  companyId: string,
  kind: KeyKind,
  options: { isTest?: boolean; monthlyLimit?: number } = {},
): Promise<string> {
  const monthlyLimit = kind === 'legacy_search' ? (options.monthlyLimit ?? 100_000) : null;
  const [row] = await sql<{ id: string }[]>`
    insert into accounts.api_keys (company_id, kind, name, is_test, rate_limit, monthly_limit)
    values (${companyId}, ${kind}, ${name()}, ${options.isTest ?? false}, 20, ${monthlyLimit}) returning id`;
  return row!.id;
}

/** Inserts an active end user with one active subscription per limit, each for every endpoint. */
export async function insertEndUser(sql: Sql, keyId: string, userId: string, limits: readonly number[]) {
  const [user] = await sql<{ id: string }[]>`
    insert into accounts.end_users (key_id, user_id, active) values (${keyId}, ${userId}, true) returning id`;
  const subscriptionIds: string[] = [];
  for (const limit of limits) subscriptionIds.push(await insertSubscription(sql, user!.id, limit));
  return { id: user!.id, subscriptionIds };
}

export async function insertSubscription(sql: Sql, endUserId: string, limit: number): Promise<string> {
  const planId = name();
  const limits = Array.from({ length: PLAN_LIMITS }, () => limit);
  await sql`insert into accounts.plans (id, name, monthly_price_usd, autocomplete_limit, analytics_search_limit,
    buyer_search_limit, investor_comps_limit, retail_comps_limit, linked_deals_limit)
    select ${planId}, ${planId}, 10, l[1], l[2], l[3], l[4], l[5], l[6] from (select ${limits}::int[] as l) x`;
  const [row] = await sql<{ id: string }[]>`
    insert into accounts.user_subscriptions (end_user_id, plan_id, active) values (${endUserId}, ${planId}, true)
    returning id`;
  return row!.id;
}

export async function setLimit(
  sql: Sql,
  companyId: string,
  endpoint: AllowanceName,
  limits: { planLimit?: number | null; customLimit?: number | null },
): Promise<void> {
  await sql`
    insert into accounts.company_limits (company_id, endpoint, plan_limit, custom_limit)
    values (${companyId}, ${endpoint}, ${limits.planLimit ?? null}, ${limits.customLimit ?? null})
    on conflict (company_id, endpoint) do update
      set plan_limit = excluded.plan_limit, custom_limit = excluded.custom_limit`;
}

export const reservation = (
  keyId: string,
  options: {
    id?: string;
    userId?: string;
    endpoint?: AllowanceName;
    thing?: UsageSubject | null;
    expiresAtMs?: number;
  } = {},
): UsageReservation => ({
  reservation_id: options.id ?? crypto.randomUUID(),
  expires_at: new Date(options.expiresAtMs ?? NOW_MS + HOLD_MS).toISOString(),
  key_id: keyId,
  user_id: options.userId ?? null,
  endpoint: options.endpoint ?? 'buyer_search',
  counted_thing: options.thing ?? null,
});

export const property = (value: string): UsageSubject => ({ kind: 'property', value });
export const location = (value: string): UsageSubject => ({ kind: 'location', value });
