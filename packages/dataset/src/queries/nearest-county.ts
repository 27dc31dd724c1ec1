import { cellsIn, coverCircle, type Point } from '../grid.ts';
import type { Dataset } from '../serving-dataset.ts';
import { haversineOf, haversineSql } from './distance-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/** A point farther from every property is in no county. */
export const COUNTY_MAX_MILES = 5;
/**
 * Growing circles: the nearest property within a circle is the nearest of all. The first one contains a few houses
 * in a town, so a lookup there reads few rows.
 */
const REACHES_MILES = [0.06, 0.5, 1.5, COUNTY_MAX_MILES];

/** SQL for the key of a property's county in table `county`. */
export const countyKeySql = (property: string): string => `coalesce(${property}.fips, upper(${property}.county), '')`;

export interface NearestCounty {
  region: string;
  countyKey: string;
}

/** The county of the property nearest to a point (lowest id on a tie); null when none is within 5 miles. */
export async function nearestCounty(dataset: Dataset, center: Point): Promise<NearestCounty | null> {
  for (const miles of REACHES_MILES) {
    const regions = dataset.regionsTouching(center, miles);
    if (regions.length === 0) continue;
    const haversine = haversineSql('$1::float8', '$2::float8');
    const nearbySql = (region: readonly string[]) => `
         select region, property_id, fips, county, ${haversine} as haversine
         from ${dataset.rowsOf('property', region)} property where cell = any($3::int[])`;
    const [row] = await dataset.ask<{ region: string; county_key: string }>(
      `select region, ${countyKeySql('near')} as county_key from (
         ${ofEachRegion(regions, nearbySql)} offset 0) near
       where haversine <= $4::float8 order by haversine, property_id limit 1`,
      [center.latitude, center.longitude, cellsIn(coverCircle(center, miles)), haversineOf(miles)],
    );
    if (row !== undefined) return { region: row.region, countyKey: row.county_key };
  }
  return null;
}
