import type { Sql } from '@plat/db';
import { ALL_REGIONS, type DatasetRow } from '../dataset/tables.ts';

/**
 * Do-not-contact entries of persons of these names, whatever their ZIP code: for who is known by name only.
 * @param names `FIRST LAST`, upper case.
 */
export async function suppressedPersonsNamed(sql: Sql, names: readonly string[]): Promise<DatasetRow<'suppression'>[]> {
  if (names.length === 0) return [];
  return sql<DatasetRow<'suppression'>[]>`
    select * from market.suppression
    where region = ${ALL_REGIONS} and kind = 'person' and split_part(value, '|', 1) = any(${[...names]}::text[])`;
}
