import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Dataset, milesBetween, nearestCounty, type Point, servingDataset } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';

const point = (south: number, north: number, west: number, east: number) =>
  fc.record({
    latitude: fc.double({ min: south, max: north, noNaN: true }),
    longitude: fc.double({ min: west, max: east, noNaN: true }),
  });

/** Three dense places, and farms spread so thinly that some points have none within five miles. */
const PLACES = [
  { numRuns: 80, seed: 1, at: point(33.4, 33.45, -112.1, -112.05), county: { fips: '04013', county: 'Maricopa' } },
  { numRuns: 80, seed: 2, at: point(33.4, 33.45, -112.05, -112), county: { fips: null, county: 'Sandbox' } },
  { numRuns: 5, seed: 3, at: point(33.2, 33.7, -112.4, -111.7), county: { fips: '04021', county: 'Pinal' } },
  { numRuns: 20, seed: 4, at: point(33.55, 33.6, -112.1, -112), county: { region: 'NM', fips: null, county: null } },
];
const PROPERTIES = PLACES.flatMap(({ numRuns, seed, at, county }) =>
  fc.sample(at, { numRuns, seed }).map((where) => ({ ...county, ...where })),
).map((property, index) => ({ ...property, property_id: index + 1 }));

function bruteForce(center: Point): string | null {
  const [nearest] = PROPERTIES.map((one) => ({ ...one, miles: milesBetween(center, one) }))
    .filter(({ miles }) => miles <= 5)
    .sort((a, b) => a.miles - b.miles);
  if (nearest === undefined) return null;
  return `${'region' in nearest ? nearest.region : 'AZ'} ${nearest.fips ?? nearest.county?.toUpperCase() ?? ''}`;
}

describe('the county of a point', () => {
  let db: TestDatabase;
  let dataset: Dataset;

  beforeAll(async () => {
    db = await testDatabase();
    await serveHandMadeMarket(db.sql, { property: PROPERTIES });
    dataset = await servingDataset(db.sql, 'live');
  });
  afterAll(() => db.close());

  const countyAt = async (center: Point) => {
    const found = await nearestCounty(dataset, center);
    return found === null ? null : `${found.region} ${found.countyKey}`;
  };

  test('is that of the nearest property within five miles', async () => {
    const seen = new Set<string | null>();
    for (const center of fc.sample(point(33.1, 33.8, -112.5, -111.6), { numRuns: 150, seed: 5 })) {
      const expected = bruteForce(center);
      seen.add(expected);
      expect(await countyAt(center)).toBe(expected);
    }
    expect([...seen].map(String).sort()).toEqual(['AZ 04013', 'AZ 04021', 'AZ SANDBOX', 'NM ', 'null']);
  });

  test('ends five miles from the last property', async () => {
    const north = PROPERTIES.reduce((a, b) => (a.latitude > b.latitude ? a : b));
    const away = (miles: number) => ({ ...north, latitude: north.latitude + (miles * 180) / Math.PI / 3958.7613 });
    expect(await countyAt(away(4.999))).not.toBeNull();
    expect(await countyAt(away(5.001))).toBeNull();
  });
});
