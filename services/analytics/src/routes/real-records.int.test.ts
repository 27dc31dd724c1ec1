import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { milesBetween } from '@plat/dataset';
import { importMarket } from '@plat/pipeline';
import { type AnalyticsUnderTest, analyticsOver } from '../analytics-under-test.fixture.ts';

const DATA = process.env.PLAT_DATA_DIR ?? join(import.meta.dir, '../../../../../shared/data');
const HAS_DATA = existsSync(DATA);
if (!HAS_DATA) console.log(`skipped: analytics over real records (no folder ${DATA}; set PLAT_DATA_DIR)`);

const AS_OF = '2022-12-31';
const PLACES = 12;

describe.skipIf(!HAS_DATA)('analytics over the records of Philadelphia', () => {
  let service: AnalyticsUnderTest;
  let home: string;
  let centers: { latitude: number; longitude: number }[];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'plat-analytics-'));
    service = await analyticsOver(
      (sql) =>
        importMarket({
          home,
          sql,
          source: { kind: 'named', name: 'philadelphia-pa' },
          asOf: AS_OF,
          files: [join(DATA, 'philadelphia-pa')],
        }),
      AS_OF,
    );
    const seed = 0.0001;
    centers = await service.sql<{ latitude: number; longitude: number }[]>`
      select latitude + ${seed} as latitude, longitude - ${seed} as longitude from market.deal
      where property_type = 'SFR' and cell is not null order by deal_id limit ${PLACES}`;
  }, 300_000);
  afterAll(async () => {
    await service?.close();
    await rm(home, { recursive: true, force: true });
  });

  test('shows deals 100 to 600 feet from their true place, without the house number', async () => {
    expect(centers).toHaveLength(PLACES);
    for (const center of centers) {
      const items = await service.search({ ...center, property_types: ['SFR', 'MFR', 'CONDO', 'MOBILE'] });
      expect(items.length).toBeGreaterThan(0);
      expect(items.length).toBeLessThanOrEqual(100);
      const miles = items.map((item) => item.miles_from_subject);
      expect(miles).toEqual([...miles].sort((a, b) => a - b));
      for (const item of items) {
        const [day, price] =
          item.buyer_type === 'flipper'
            ? [item.flip_purchase_transaction_date, item.flip_purchase_transaction_price]
            : [item.rental_purchase_transaction_date, item.rental_purchase_transaction_price];
        const truths = await service.sql<{ latitude: number; longitude: number; line: string }[]>`
          select latitude, longitude, address_line as line from market.deal
          where purchase_date = ${day} and purchase_price is not distinct from ${price} and cell is not null
            and bedrooms is not distinct from ${item.bedrooms} and living_square_feet is not distinct from ${item.livingsquarefeet}`;
        const published = { latitude: item.latitude!, longitude: item.longitude! };
        const feet = truths.map((truth) => 5280 * milesBetween(truth, published));
        const nearest = feet.indexOf(Math.min(...feet));
        expect(feet[nearest]).toBeLessThanOrEqual(600);
        expect(Math.min(...feet)).toBeGreaterThanOrEqual(100);
        const houseNumber = truths[nearest]!.line.split(' ')[0]!;
        expect(item.address!.split(' ')).not.toContain(houseNumber);
      }
    }
  }, 60_000);

  test('counts, samples and classes are consistent at every radius', async () => {
    const classed = { aggressive: 0, moderate: 0, conservative: 0, all: 0 };
    for (const center of centers) {
      for (const miles of [1, 2, 5, 10] as const) {
        const summary = await service.summary({ ...center, metrics_radius_mi: miles });
        const discs = [1, 2, 5, 10].map((each) => summary.radius_counts[`${each}mi` as '1mi']);
        for (const [at, disc] of discs.slice(1).entries()) {
          expect(disc.flips).toBeGreaterThanOrEqual(discs[at]!.flips);
          expect(disc.rentals).toBeGreaterThanOrEqual(discs[at]!.rentals);
        }
        const { landlord_metrics: landlords, flipper_metrics: flippers } = summary;
        expect(landlords.count).toBeLessThanOrEqual(summary.radius_counts[`${miles}mi`].rentals);
        expect(flippers.count).toBeLessThanOrEqual(summary.radius_counts[`${miles}mi`].flips);
        expect(landlords.price_low).toBeLessThanOrEqual(landlords.price_high);
        const classes = [
          landlords.aggressive_purchase_count,
          landlords.moderate_purchase_count,
          landlords.conservative_purchase_count,
        ] as const;
        expect(classes[0] + classes[1] + classes[2]).toBeLessThanOrEqual(landlords.count);
        if (miles === 10) {
          classed.aggressive += classes[0];
          classed.moderate += classes[1];
          classed.conservative += classes[2];
          classed.all += landlords.count;
        }
      }
    }
    console.log('Philadelphia purchase classes, summed over places', classed);
    const { all, ...counts } = classed;
    // A median splits purchases: no class is empty or dominant, and few purchases lack one.
    for (const count of Object.values(counts)) {
      expect(count / all).toBeGreaterThan(0.1);
      expect(count / all).toBeLessThan(0.7);
    }
    expect((counts.aggressive + counts.moderate + counts.conservative) / all).toBeGreaterThan(0.9);
  }, 60_000);
});
