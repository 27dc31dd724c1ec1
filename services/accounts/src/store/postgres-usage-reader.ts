import { METERED_ENDPOINT_NAMES, type MeteredEndpointName } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { UsageReader } from '../domain/ports.ts';

/** Counters of the ledger; the month is that of the database's clock, in UTC. */
export const createPostgresUsageReader = (sql: Sql): UsageReader => ({
  usedThisMonth: async (endUserId) => {
    const rows = await sql<{ endpoint: MeteredEndpointName; used: number }[]>`
      select endpoint, used from accounts.usage_counters
      where owner_id = ${endUserId} and month = date_trunc('month', now() at time zone 'UTC')::date`;
    const used = new Map(rows.map((row) => [row.endpoint, row.used]));
    const entries = METERED_ENDPOINT_NAMES.map((endpoint) => [endpoint, used.get(endpoint) ?? 0]);
    return Object.fromEntries(entries) as Record<MeteredEndpointName, number>;
  },
});
