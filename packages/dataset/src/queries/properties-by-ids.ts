import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { ofEachRegion } from './of-each-region.ts';

/** The properties with these ids in some regions, in no particular order. */
export async function propertiesByIds(
  { ask, rowsOf }: Dataset,
  regions: readonly string[],
  ids: readonly number[],
): Promise<DatasetRow<'property'>[]> {
  if (ids.length === 0 || regions.length === 0) return [];
  return ask<DatasetRow<'property'>>(
    ofEachRegion(
      regions,
      (region) => `select * from ${rowsOf('property', region)} property where property_id = any($1::bigint[])`,
    ),
    [[...ids]],
  );
}
