import type { Sql } from '@plat/db';
import { ALL_REGIONS, type DatasetRow } from '../dataset/tables.ts';

/** Contacts filed under any of the normalised owner names. Which of several fits a buyer is the caller's rule. */
export async function contactsFor(sql: Sql, nameKeys: readonly string[]): Promise<DatasetRow<'contact'>[]> {
  if (nameKeys.length === 0) return [];
  return sql<DatasetRow<'contact'>[]>`
    select * from market.contact where region = ${ALL_REGIONS} and name_key = any(${[...new Set(nameKeys)]}::text[])`;
}
