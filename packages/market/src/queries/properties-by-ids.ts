import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';
import { regionLiterals } from './region-literals.ts';

/** The properties of some regions with these ids that the dataset holds, in no promised order. */
export async function propertiesByIds(
  sql: Sql,
  regions: readonly string[],
  ids: readonly number[],
): Promise<DatasetRow<'property'>[]> {
  if (ids.length === 0 || regions.length === 0) return [];
  return sql.unsafe<DatasetRow<'property'>[]>(
    `select * from market.property where region in (${regionLiterals(regions)}) and property_id = any($1::bigint[])`,
    [[...ids]],
    { prepare: true },
  );
}
