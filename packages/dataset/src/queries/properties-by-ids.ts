import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';

/** The properties with these ids in some regions, in no particular order. */
export async function propertiesByIds(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  ids: readonly number[],
): Promise<DatasetRow<'property'>[]> {
  if (ids.length === 0 || regions.length === 0) return [];
  return ask<DatasetRow<'property'>>(
    `select * from ${rowsOf('property', regions)} property where property_id = any($1::bigint[])`,
    [[...ids]],
  );
}
