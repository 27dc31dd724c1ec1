import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../canonical/canonical.ts';
import { mappedTable } from './mapped-table.ts';

/** Notes on the kept rows for the import's summary. */
export async function coverageNotes(duck: DuckDBConnection, kinds: readonly CanonicalKind[]): Promise<string[]> {
  const notes: string[] = [];
  const counted = async (kind: CanonicalKind, rows: string): Promise<number> => {
    if (!kinds.includes(kind)) return 0;
    const found = await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM ${rows}`);
    return Number(found.getRows()[0]?.[0] ?? 0);
  };
  const count = (kind: CanonicalKind, condition: string): Promise<number> =>
    counted(kind, `${mappedTable(kind)} WHERE failed_check IS NULL AND ${condition}`);
  // A parcel may have several rows, and only one with its place.
  const parcels = `SELECT parcel_id FROM ${mappedTable('properties')} WHERE failed_check IS NULL
    GROUP BY state, parcel_id HAVING count(latitude) = 0`;
  const unplaced = await counted('properties', `(${parcels})`);
  if (unplaced > 0)
    notes.push(`${unplaced} properties have no coordinates: they are kept for everything but radius searches`);
  const unpriced = await count('transfers', 'price IS NULL');
  if (unpriced > 0) notes.push(`${unpriced} transfers have no price`);
  const silent = await count(
    'contacts',
    'coalesce(first_name, last_name, wireless_1, wireless_2, wireless_3, wireless_4, landline_1, landline_2, email_1, email_2, email_3) IS NULL',
  );
  if (silent > 0) notes.push(`${silent} contacts hold a name only: no person, phone or e-mail address`);
  return notes;
}
