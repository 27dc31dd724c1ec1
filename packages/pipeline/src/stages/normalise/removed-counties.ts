import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTexts } from '@plat/dataset';
import type { CanonicalKind } from '../../canonical/canonical.ts';
import type { RegionBuild } from '../stage.ts';
import { createCountyForms } from './county-forms.ts';

/** SQL condition on the rows of a fact file that stay. */
export type KeepsRows = (kind: CanonicalKind, path: string) => string;

const OF_PARCELS: readonly CanonicalKind[] = ['properties', 'transfers', 'listings'];

/**
 * Lists the parcels of removed counties in `removed_parcel` (fips, parcel_id), and spellings of the counties in
 * `removed_county` (fips, name_text). Any of these files may locate a parcel; one in two counties stays, because
 * the identifier belongs to both.
 * @returns the condition on the rows of each file that stay.
 */
export async function createRemovedParcels(
  duck: DuckDBConnection,
  region: string,
  facts: RegionBuild['facts'],
  withoutCounties: RegionBuild['withoutCounties'] = new Map(),
): Promise<KeepsRows> {
  const has = (path: string): boolean => withoutCounties.has(path);
  if (withoutCounties.size === 0) return () => 'true';
  const read = (kind: CanonicalKind, columns: string): string[] => {
    const paths = (facts[kind] ?? []).filter(has);
    return paths.length === 0
      ? []
      : [`SELECT ${columns} FROM read_parquet([${sqlTexts(paths)}], union_by_name = true)`];
  };
  const pairs = [
    ...read('properties', 'fips, county'),
    ...read('transfers', 'NULL AS fips, county'),
    ...read('listings', 'NULL AS fips, county'),
  ];
  await createCountyForms(duck, region, [...pairs, 'SELECT NULL AS fips, NULL AS county'].join(' UNION ALL '));
  const rolls = read('properties', 'parcel_id, fips, county');
  const all = rolls.length === 0 ? 'SELECT NULL::VARCHAR AS parcel_id, NULL AS fips, NULL AS county LIMIT 0' : rolls[0];
  await duck.run(`CREATE OR REPLACE TEMP TABLE removed_parcel AS
    SELECT min(c.fips) AS fips, p.parcel_id FROM (${all}) AS p
    JOIN county_form AS c ON c.fips_text = coalesce(p.fips, '') AND c.name_text = coalesce(p.county, '')
    WHERE c.fips IS NOT NULL GROUP BY p.parcel_id HAVING min(c.fips) = max(c.fips)`);
  await duck.run(`CREATE OR REPLACE TEMP TABLE removed_county AS
    SELECT DISTINCT fips, name_text FROM county_form WHERE fips IS NOT NULL AND fips_text = ''`);
  await duck.run('DROP TABLE county_form');
  return (kind, path) => {
    const counties = withoutCounties.get(path);
    if (counties === undefined || !OF_PARCELS.includes(kind)) return 'true';
    const list = sqlTexts(counties);
    const ofParcel = `parcel_id IN (SELECT parcel_id FROM removed_parcel WHERE fips IN (${list}))`;
    if (kind === 'properties') return `NOT (${ofParcel})`;
    // A sale of a parcel without a roll is in the county that it names.
    const named = `coalesce(county, '') IN (SELECT name_text FROM removed_county WHERE fips IN (${list}))
      AND parcel_id NOT IN (SELECT parcel_id FROM removed_parcel)`;
    return `NOT (${ofParcel} OR (${named}))`;
  };
}
