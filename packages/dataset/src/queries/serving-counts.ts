import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';

export interface ServingCounts {
  region: string;
  /** Null in a region without properties and sales, such as ALL. */
  properties: number | null;
  sales: number | null;
  /** ISO 8601, of the newest import in the region. */
  imported_at: string;
}

/** Row counts of each serving region. */
export async function servingCounts(sql: Sql, realm: Realm): Promise<ServingCounts[]> {
  return sql<ServingCounts[]>`
    select region, (current -> 'counts' ->> 'properties')::float8 as properties,
      (current -> 'counts' ->> 'sales')::float8 as sales,
      (select max(one ->> 'importedAt') from jsonb_array_elements(current -> 'imports') one) as imported_at
    from ${schemaOf(sql, realm)}.region where current is not null`;
}

/** Rows that the newest import kept and rejected; null before the first import. */
export async function newestImportRows(sql: Sql, realm: Realm): Promise<{ kept: number; rejected: number } | null> {
  const schema = schemaOf(sql, realm);
  const [row] = await sql<{ kept: number; rejected: number }[]>`
    select coalesce(sum((file ->> 'kept')::float8), 0) as kept,
      coalesce(sum((file ->> 'rejected')::float8), 0) as rejected
    from ${schema}.version, jsonb_array_elements(imports) one, jsonb_array_elements(one -> 'files') file
    where version = (select max(version) from ${schema}.version where kind = 'import')
    having count(*) > 0`;
  return row ?? null;
}
