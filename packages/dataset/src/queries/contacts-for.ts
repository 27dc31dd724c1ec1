import type { Dataset } from '../serving-dataset.ts';
import { ALL_REGIONS, type DatasetRow } from '../tables.ts';

/** Contacts stored under any of the normalised owner names. The caller decides which one fits a buyer. */
export async function contactsFor(
  { ask, rowsOf }: Dataset,
  nameKeys: readonly string[],
): Promise<DatasetRow<'contact'>[]> {
  if (nameKeys.length === 0) return [];
  return ask<DatasetRow<'contact'>>(
    `select * from ${rowsOf('contact', [ALL_REGIONS])} contact where name_key = any($1::text[])`,
    [[...new Set(nameKeys)]],
  );
}
