import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';

/** The property with an id; null when the dataset does not have it. */
export async function propertyById(
  { ask, rowsOf }: Dataset,
  propertyId: number,
): Promise<DatasetRow<'property'> | null> {
  const [row] = await ask<DatasetRow<'property'>>(
    `select * from ${rowsOf('property', null)} property where property_id = $1`,
    [propertyId],
  );
  return row ?? null;
}
