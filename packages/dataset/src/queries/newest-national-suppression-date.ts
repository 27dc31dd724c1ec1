import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';
import { ALL_REGIONS } from '../tables.ts';

/** Day of the newest entry of the national do-not-call list, YYYY-MM-DD; null when no dated list was imported. */
export async function newestNationalSuppressionDate(sql: Sql, realm: Realm): Promise<string | null> {
  const [row] = await sql<{ newest: string | null }[]>`select ${newestNationalDateSql(sql, realm)} as newest`;
  return row?.newest ?? null;
}

/** As a subquery of another statement. */
export const newestNationalDateSql = (sql: Sql, realm: Realm) => sql`
  (select max(listed_on) from ${schemaOf(sql, realm)}.suppression where region = ${ALL_REGIONS} and list = 'national_dnc')`;
