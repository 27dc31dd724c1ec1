import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { ofEachRegion } from './of-each-region.ts';

/** The property with an id; null when the dataset does not have it. */
export async function propertyById(
  { ask, rowsOf, states }: Dataset,
  propertyId: number,
): Promise<DatasetRow<'property'> | null> {
  const [row] = await ask<DatasetRow<'property'>>(
    ofEachRegion(states, (region) => `select * from ${rowsOf('property', region)} property where property_id = $1`),
    [propertyId],
  );
  return row ?? null;
}
