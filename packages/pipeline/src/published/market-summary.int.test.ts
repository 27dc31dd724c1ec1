import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Dataset,
  ensureMarketSchema,
  type Figures,
  marketSummary,
  milesBetween,
  servingDataset,
} from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { type Given, stateAt, workingTables } from '../import/hand-made-market.fixture.ts';
import { loadPartitions } from '../publish/publish-load.ts';
import { swapIn } from '../publish/publish-swap.ts';

const QUESTION = { fromDate: '2024-01-01', asOf: '2026-01-01', propertyTypes: ['SFR', 'MFR'] };

const deals: Given[] = fc
  .sample(
    fc.record({
      latitude: fc.double({ min: 33.2, max: 33.7, noNaN: true }),
      longitude: fc.double({ min: -112.4, max: -111.7, noNaN: true }),
      deal_type: fc.constantFrom('flip', 'rental'),
      event_date: fc.constantFrom('2023-12-31', '2024-01-01', '2025-06-01', '2026-01-01', '2026-01-02'),
      purchase_price: fc.option(fc.oneof(fc.constantFrom(9_999, 10_000), fc.integer({ min: 1_000, max: 900_000 }))),
      sale_price: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      living_square_feet: fc.option(
        fc.oneof(fc.constantFrom(299, 300, 20_000, 20_001), fc.integer({ min: 200, max: 4_000 })),
      ),
      purchase_class: fc.constantFrom(null, 'aggressive', 'moderate', 'conservative'),
      property_type: fc.constantFrom('SFR', 'MFR', 'CONDO'),
      arms_length: fc.constantFrom('valid', 'valid', 'undetermined', 'non_arms_length'),
    }),
    { numRuns: 600, seed: 5 },
  )
  .map((deal, index) => ({ ...deal, visible_from: '2024-01-01', deal_id: index + 1 }));

/** Hyndman and Fan's type 7, as numpy computes it. */
function percentile(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const position = (values.length - 1) * share;
  const low = values[Math.floor(position)]!;
  return low + (position - Math.floor(position)) * ((values[Math.ceil(position)] ?? low) - low);
}

function expectFigures({ average, low, high }: Figures, values: number[]): void {
  if (values.length === 0) expect({ average, low, high }).toEqual({ average: null, low: null, high: null });
  else {
    expect(average).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
    expect(low).toBeCloseTo(percentile(values, 0.33)!, 6);
    expect(high).toBeCloseTo(percentile(values, 0.67)!, 6);
  }
}

describe('the summary of a market', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  let folder: string;
  beforeAll(async () => {
    db = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'plat-market-summary-'));
    await ensureMarketSchema(db.sql);
    const duck = await workingTables({ deal: deals }, 'AZ');
    await loadPartitions(db.sql, 'live', duck, 'AZ', 1, { temporaryDirectory: folder });
    await swapIn(db.sql, 'live', { version: 1, kind: 'import', asOf: '2026-01-01', imports: [] }, [
      { region: 'AZ', current: stateAt(1), previous: null },
    ]);
    dataset = await servingDataset(db.sql, 'live');
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('equals counts and quantiles computed in TypeScript from the same deals', async () => {
    const centers = fc.record({
      latitude: fc.double({ min: 33.3, max: 33.6, noNaN: true }),
      longitude: fc.double({ min: -112.3, max: -111.8, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(centers, fc.double({ min: 0.1, max: 10, noNaN: true }), async (center, metricsRadiusMiles) => {
        const summary = await marketSummary(dataset, { ...QUESTION, ...center, metricsRadiusMiles });
        const counted = deals.filter(
          (deal) =>
            QUESTION.propertyTypes.includes(String(deal.property_type)) &&
            deal.arms_length !== 'non_arms_length' &&
            String(deal.event_date) >= QUESTION.fromDate &&
            String(deal.event_date) <= QUESTION.asOf,
        );
        const within = (miles: number, type: string) =>
          counted.filter(
            (deal) =>
              deal.deal_type === type &&
              milesBetween(center, { latitude: Number(deal.latitude), longitude: Number(deal.longitude) }) <= miles,
          );
        expect(summary.discs).toEqual(
          [1, 2, 5, 10].map((miles) => ({
            miles,
            flips: within(miles, 'flip').length,
            rentals: within(miles, 'rental').length,
          })),
        );
        for (const [type, sample] of [['flip', summary.flips] as const, ['rental', summary.rentals] as const]) {
          const usable = within(metricsRadiusMiles, type).filter(
            ({ purchase_price: price, living_square_feet: area }) =>
              price !== null &&
              Number(price) >= 10_000 &&
              area !== null &&
              Number(area) >= 300 &&
              Number(area) <= 20_000,
          );
          expect(sample.count).toBe(usable.length);
          expectFigures(
            sample.price,
            usable.map((deal) => Number(deal.purchase_price)),
          );
          expectFigures(
            sample.pricePerSquareFoot,
            usable.map((deal) => Number(deal.purchase_price) / Number(deal.living_square_feet)),
          );
          if (type === 'flip') {
            const resold = usable.filter((deal) => Number(deal.sale_price) > 0);
            expectFigures(
              summary.flips.arvPercent,
              resold.map((deal) => (100 * Number(deal.purchase_price)) / Number(deal.sale_price)),
            );
          } else {
            const ofClass = (name: string) => usable.filter((deal) => deal.purchase_class === name).length;
            const { aggressive, moderate, conservative } = summary.rentals;
            expect([aggressive, moderate, conservative]).toEqual(
              ['aggressive', 'moderate', 'conservative'].map(ofClass),
            );
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
