import type { Dataset } from '../serving-dataset.ts';
import { ALL_REGIONS, type DatasetRow } from '../tables.ts';

/** Contacts filed under any of the normalised owner names. Which of several fits a buyer is the caller's rule. */
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
