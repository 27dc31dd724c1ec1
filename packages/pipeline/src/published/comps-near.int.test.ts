import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DatasetRow } from '@plat/dataset';
import {
  type CompSubject,
  type CompsNearQuery,
  type Dataset,
  milesBetween,
  pricedSales,
  SIMILARITY_WEIGHTS,
  type SimilarityPart,
  servingDataset,
  similarSales,
  similarSalesStatement,
} from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { addDays, daysBetween } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';

const AS_OF = '2026-01-01';
const CENTER = { latitude: 33.45, longitude: -112.07 };
const SUBJECT: CompSubject = {
  ...CENTER,
  propertyId: 1,
  propertyType: 'SFR',
  buildingKey: '1 MAIN ST|85001',
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1600,
  lotSquareFeet: 7000,
  yearBuilt: 1985,
};
const QUERY: CompsNearQuery = {
  radiusMiles: 2,
  fromDate: '2025-01-01',
  asOf: AS_OF,
  source: 'recorder',
  regions: ['AZ'],
};

type Row = DatasetRow<'comp_sale'>;
const maybe = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null });
const rows = fc
  .sample(
    fc.noBias(
      fc.record({
        property_id: fc.integer({ min: 1, max: 400 }),
        sale_date: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2024-06-01', days)),
        price: fc.integer({ min: 10_000, max: 900_000 }),
        latitude: fc.integer({ min: 0, max: 1000 }).map((step) => 33.4 + step / 10_000),
        longitude: fc.integer({ min: 0, max: 1000 }).map((step) => -112.12 + step / 10_000),
        bedrooms: maybe(6),
        bathrooms: maybe(5),
        living_square_feet: maybe(5000),
        lot_square_feet: maybe(40_000),
        year_built: fc.option(fc.integer({ min: 1900, max: 2020 }), { nil: null }),
        property_type: fc.constantFrom('SFR', 'SFR', 'CONDO'),
        source: fc.constantFrom('recorder', 'recorder', 'mls'),
        is_flip_resale: fc.boolean(),
        superseded_on: fc.constantFrom(null, null, '2025-12-31', '2026-01-01', '2026-01-02'),
      }),
    ),
    { numRuns: 1500, seed: 7 },
  )
  .map((row): Partial<Row> => row);

/** The definition, row by row. */
function likeness(row: Partial<Row>, subject: CompSubject): number {
  const amount = (a: number | null | undefined, b: number | null, factor: number) =>
    b ? (a ? Math.max(0, 1 - Math.abs(Math.log(a / b)) / Math.log(factor)) : 0) : null;
  const count = (a: number | null | undefined, b: number | null, apart: number) =>
    b === null ? null : a == null ? 0 : Math.max(0, 1 - Math.abs(a - b) / apart);
  const days = daysBetween(row.sale_date as string, AS_OF);
  const parts: Record<SimilarityPart, number | null> = {
    distance: 0.5 ** milesBetween(subject, row as Row),
    recency: 0.5 ** (days / 365),
    living_area: amount(row.living_square_feet, subject.livingSquareFeet, 2),
    bedrooms: count(row.bedrooms, subject.bedrooms, 3),
    bathrooms: count(row.bathrooms, subject.bathrooms, 3),
    year_built: count(row.year_built, subject.yearBuilt, 30),
    lot_size: amount(row.lot_square_feet, subject.lotSquareFeet, 4),
  };
  let [sum, weights] = [0, 0];
  for (const [name, part] of Object.entries(parts) as [SimilarityPart, number | null][]) {
    if (part === null) continue;
    sum += SIMILARITY_WEIGHTS[name] * part;
    weights += SIMILARITY_WEIGHTS[name];
  }
  return sum / weights;
}

const meets = (row: Partial<Row>, query: CompsNearQuery): boolean =>
  row.property_type === 'SFR' &&
  row.source === 'recorder' &&
  row.property_id !== 1 &&
  (row.sale_date as string) >= query.fromDate &&
  (row.sale_date as string) <= query.asOf &&
  (row.superseded_on == null || row.superseded_on > query.asOf) &&
  milesBetween(CENTER, row as Row) <= query.radiusMiles;

describe('comparable sales', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  beforeAll(async () => {
    db = await testDatabase();
    await serveHandMadeMarket(db.sql, { comp_sale: rows });
    await db.sql`analyze market.comp_sale_az_v1`;
    dataset = await servingDataset(db.sql, 'live');
  }, 60_000);
  afterAll(() => db?.close());

  test.each<[string, Partial<CompSubject>]>([
    ['everything known', {}],
    [
      'nothing known',
      { bedrooms: null, bathrooms: null, livingSquareFeet: null, lotSquareFeet: null, yearBuilt: null },
    ],
    ['size only', { bedrooms: null, bathrooms: null, lotSquareFeet: 0, yearBuilt: null }],
  ])('are the most similar by the definition, with %s of the subject', async (_, facts) => {
    const subject = { ...SUBJECT, ...facts };
    const expected = rows
      .filter((row) => meets(row, QUERY))
      .map((row) => likeness(row, subject))
      .sort((a, b) => b - a);
    const found = await similarSales(dataset, subject, QUERY, 1000);
    expect(found.length).toBe(expected.length);
    expect(found.length).toBeGreaterThan(50);
    for (const [at, row] of found.entries()) {
      expect(row.similarity).toBeCloseTo(expected[at] as number, 9);
      expect(row.similarity).toBeCloseTo(likeness(row, subject), 9);
      expect(row.distance_miles).toBeCloseTo(milesBetween(CENTER, row), 9);
    }
    const [best] = await similarSales(dataset, subject, QUERY, 1);
    expect(best).toEqual(found[0] as never);
  });

  test('are the same sales unranked', async () => {
    const query = { ...QUERY, livingSquareFeet: { min: 800, max: 3200 }, yearBuilt: { min: 1940, max: 2000 } };
    const expected = rows.filter(
      (row) =>
        meets(row, query) &&
        (row.living_square_feet ?? 0) >= 800 &&
        (row.living_square_feet ?? 0) <= 3200 &&
        (row.year_built ?? 0) >= 1940 &&
        (row.year_built ?? 0) <= 2000,
    );
    const found = await pricedSales(dataset, SUBJECT, query);
    const prices = (all: readonly { price?: number }[]) => all.map(({ price }) => price).sort();
    expect(prices(found)).toEqual(prices(expected));
    expect(found.length).toBeGreaterThan(5);
  });

  test('are read with one index range scan of one table, from one region', async () => {
    const { text, parameters } = similarSalesStatement(dataset.rowsOf, SUBJECT, { ...QUERY, radiusMiles: 0.5 }, 10);
    const plan = await db.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return (await tx.unsafe(`explain ${text}`, parameters as never[])).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan.match(/Scan/g)?.length).toBeGreaterThan(0);
    expect(plan).toContain('comp_sale_az_v1');
    expect(plan).not.toMatch(/Join|Nested Loop|Seq Scan/);
    expect(await similarSales(dataset, SUBJECT, { ...QUERY, regions: [] }, 10)).toEqual([]);
  });
});
