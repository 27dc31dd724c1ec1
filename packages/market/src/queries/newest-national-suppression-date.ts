import type { Sql } from '@plat/db';
import { ALL_REGIONS } from '../dataset/tables.ts';

/** Day of the newest entry of the national do-not-call list, YYYY-MM-DD; null when no dated one was imported. */
export async function newestNationalSuppressionDate(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ newest: string | null }[]>`select ${newestNationalDateSql(sql)} as newest`;
  return row?.newest ?? null;
}

/** The same as a part of a statement. */
export const newestNationalDateSql = (sql: Sql) => sql`
  (select max(listed_on) from market.suppression where region = ${ALL_REGIONS} and list = 'national_dnc')`;
