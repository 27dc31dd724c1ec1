import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';

/** The property with an id; null when the dataset does not hold it. */
export async function propertyById(sql: Sql, propertyId: number): Promise<DatasetRow<'property'> | null> {
  const [row] = await sql<DatasetRow<'property'>[]>`select * from market.property where property_id = ${propertyId}`;
  return row ?? null;
}
