import { USER_USAGE_NAMES, type UserUsageName } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { monthOf } from '../domain/usage/allowance.ts';
import type { UsageReader } from '../domain/users/ports.ts';

/** Reads the ledger's counters. */
export const createPostgresUsageReader = (sql: Sql, clock: { nowMs(): number }): UsageReader => ({
  usedThisMonth: async (endUserId) => {
    const rows = await sql<{ endpoint: UserUsageName; used: number }[]>`
      select endpoint, used from accounts.usage_counters
      where owner_id = ${endUserId} and month = ${monthOf(clock.nowMs())}::date`;
    const used = new Map(rows.map((row) => [row.endpoint, row.used]));
    const entries = USER_USAGE_NAMES.map((endpoint) => [endpoint, used.get(endpoint) ?? 0]);
    return Object.fromEntries(entries) as Record<UserUsageName, number>;
  },
});
