import type { Sql } from '@plat/db';

/** True when the database is on several servers under Citus (docs/adr/0022-scale-out.md). */
export async function hasCitus(sql: Pick<Sql, 'unsafe'>): Promise<boolean> {
  const found = await sql.unsafe("select 1 from pg_extension where extname = 'citus'");
  return found.length > 0;
}
