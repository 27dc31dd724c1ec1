import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';

/** The properties with these ids that the dataset holds, in no promised order. */
export async function propertiesByIds(sql: Sql, ids: readonly number[]): Promise<DatasetRow<'property'>[]> {
  if (ids.length === 0) return [];
  return sql<DatasetRow<'property'>[]>`select * from market.property where property_id = any(${[...ids]}::bigint[])`;
}
