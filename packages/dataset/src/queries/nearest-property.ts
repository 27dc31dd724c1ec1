import { cellsIn, coverCircle } from '../grid.ts';
import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { distanceSql, haversineOf } from './distance-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

const METERS_PER_MILE = 1609.344;

/** The property nearest to a point within some metres (lowest id on a tie); null when there is none. */
export async function nearestProperty(
  { ask, rowsOf, regionsTouching }: Dataset,
  latitude: number,
  longitude: number,
  withinMeters = 30,
): Promise<(DatasetRow<'property'> & { distance_miles: number }) | null> {
  const center = { latitude, longitude };
  const radiusMiles = withinMeters / METERS_PER_MILE;
  const regions = regionsTouching(center, radiusMiles);
  if (regions.length === 0) return null;
  const distance = distanceSql('$1::float8', '$2::float8', '$4::float8');
  const [row] = await ask<DatasetRow<'property'> & { distance_miles: number }>(
    `${ofEachRegion(
      regions,
      (region) => `select *, ${distance.miles} as distance_miles from ${rowsOf('property', region)} property
     where cell = any($3::int[]) and ${distance.within}`,
    )} order by distance_miles, property_id limit 1`,
    [latitude, longitude, cellsIn(coverCircle(center, radiusMiles)), haversineOf(radiusMiles)],
  );
  return row ?? null;
}
