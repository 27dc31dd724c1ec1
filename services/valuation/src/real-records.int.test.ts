import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { retailCompsCriteria } from '@plat/contracts';
import { type Dataset, milesBetween, pricedSales, propertiesByIds, servingDataset, windowEndOn } from '@plat/dataset';
import { AppError, addDays, daysBetween, median } from '@plat/kit';
import { importMarket } from '@plat/pipeline';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import type { RetailCompsPorts } from './domain/ports.ts';
import { compareWithSales } from './domain/retail-comps.ts';
import { marketComps } from './store/market-comps.ts';
import { marketProperties } from './store/market-properties.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolvePath(import.meta.dir, '../../../../shared/data');
const AS_OF = '2022-12-01';
const CITIES = [
  { source: 'philadelphia-pa', region: 'PA', asOf: AS_OF },
  { source: 'cambridge-ma', region: 'MA', asOf: '2021-06-30' },
];
/** Its trend was measured without the sales of late 2015 that this test checks. */
const SEATTLE = { source: 'seattle-wa', region: 'WA', asOf: '2015-10-01' };
const isAbsent = [...CITIES, SEATTLE].some(({ source }) => !existsSync(join(dataDir, source)));
if (isAbsent) console.log(`skipped: no real records in ${dataDir}`);

interface Asked {
  property_id: number;
  price: number;
}

describe.skipIf(isAbsent)('retail comps of real records', () => {
  let db: TestDatabase;
  let home: string;
  let ports: RetailCompsPorts;
  let dataset: Dataset;

  beforeAll(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-valuation-'));
    for (const { source, asOf } of [...CITIES, SEATTLE]) {
      const request = {
        home,
        sql: db.sql,
        source: { kind: 'named' as const, name: source },
        asOf,
        maxRejectedShare: 0.5,
      };
      await importMarket({ ...request, dryRun: false, files: [join(dataDir, source)] });
    }
    dataset = await servingDataset(db.sql, 'live');
    const read = async () => dataset;
    ports = {
      addresses: {
        resolve: async (id) => ({
          address: '1 Sample St',
          property_id: Number(id.split(' ')[1]),
          region: id.split(' ')[0] as string,
          latitude: null,
          longitude: null,
          confidence: 1,
          precision: 'property',
          match_level: 'exact',
          hasHouseNumber: true,
        }),
      },
      properties: marketProperties(read),
      // The test searches on later days than the trend was measured on.
      records: { of: async (_subject, asOf) => ({ end: windowEndOn(asOf), county: null }) },
      comps: marketComps(read),
      values: { valueOf: async () => null },
    };
  }, 300_000);
  afterAll(async () => {
    await db?.close();
    await rm(home, { recursive: true, force: true });
  });

  const ask = async (region: string, asOf: string, propertyId: number) => {
    const criteria = retailCompsCriteria({ address: `${region} ${propertyId}`, explain: true });
    try {
      return (await compareWithSales({ criteria, asOf }, ports, AbortSignal.any([]))).body;
    } catch (error) {
      if (error instanceof AppError && error.code === 'INSUFFICIENT_COMPARABLE_SALES') return null;
      throw error;
    }
  };

  test.each(CITIES)(
    'in $source are valid sales of other homes of the type, consistent with a count of all sales',
    async ({ region, asOf }) => {
      const subjects = await db.sql<Asked[]>`
        select property_id, max(price) as price from market.sale join market.property using (region, property_id)
        where region = ${region} and arms_length = 'valid' and property_type not in ('LAND', 'OTHER') and latitude is not null
          and sale_date between ${asOf}::date - 365 and ${asOf}
        group by property_id order by md5(property_id::text) limit 80`;
      const errors: number[] = [];
      let withArv = 0;
      for (const { property_id, price } of subjects) {
        const body = await ask(region, asOf, property_id);
        const [property] = await propertiesByIds(dataset, [region], [property_id]);
        if (property === undefined) throw new Error('a subject without its property');
        const eligible = await db.sql<
          { address: string; price: number; sale_date: string; latitude: number; longitude: number }[]
        >`
          select p.address, s.price, s.sale_date, p.latitude, p.longitude
          from market.sale s join market.property p using (region, property_id)
          where region = ${region} and s.arms_length = 'valid' and s.price is not null and p.property_type = ${property.property_type}
            and property_id <> ${property_id} and s.sale_date between ${asOf}::date - 365 and ${asOf}
            and coalesce(p.year_built, 0) <= extract(year from s.sale_date) and p.cell is not null`;
        const point = { latitude: property.latitude as number, longitude: property.longitude as number };
        const near = eligible.filter((sale) => milesBetween(point, sale) <= 3);
        expect(body !== null).toBe(new Set(near.map(({ address }) => address)).size >= 3);
        if (body === null) continue;
        if (body.arv !== null) withArv++;
        for (const comp of body.comps) {
          expect(comp.property_type).toBe(body.subject.property_type);
          expect(daysBetween(comp.last_sale_date as string, asOf)).toBeWithin(0, 366);
          const isSale = near.some(
            (sale) =>
              sale.address === comp.address &&
              sale.price === comp.last_sale_amount &&
              sale.sale_date === comp.last_sale_date,
          );
          expect(isSale).toBe(true);
        }
        const adjusted = body.comps.map((comp) => comp.explanation?.adjusted_price as number);
        errors.push(Math.abs(median(adjusted) / price - 1));
      }
      console.log(
        `${region}: ${errors.length} of ${subjects.length} sold homes have comps, ${withArv} an after repair value; the median` +
          `of adjusted comp prices has a median error of ${(100 * median(errors)).toFixed(1)} %`,
      );
      expect(errors.length / subjects.length).toBeGreaterThan(0.8);
      expect(median(errors)).toBeLessThan(0.35);
    },
    120_000,
  );

  test('finds them at radius 0 in one building, including sales of the same unit', async () => {
    const sold = await db.sql<{ region: string; property_id: number; units: number }[]>`
      select region, min(property_id) as property_id, count(*) as units from market.comp_sale
      where region = 'MA' and property_type = 'CONDO' and building_key is not null and superseded_on is null
        and sale_date between '2016-07-01' and '2021-06-30'
      group by region, building_key having count(*) >= 3 order by building_key limit 50`;
    for (const { region, property_id, units } of sold) {
      const criteria = retailCompsCriteria({
        address: `${region} ${property_id}`,
        max_radius_miles: 0,
        max_days_back: 1825,
      });
      const { body } = await compareWithSales({ criteria, asOf: '2021-06-30' }, ports, AbortSignal.any([]));
      expect(body.comps.length).toBe(Math.min(10, units));
      expect(body.comps.map(({ address }) => address)).toContain(body.subject.address);
    }
    console.log(`MA: ${sold.length} buildings of condominiums asked about`);
    expect(sold.length).toBeGreaterThan(10);
  });

  test('in Seattle predict a price better than the ten nearest sales', async () => {
    const sold = await db.sql<{ property_id: number; sale_date: string; price: number }[]>`
      select property_id, sale_date, price from market.comp_sale
      where region = 'WA' and sale_date between '2015-10-01' and '2015-12-31' order by md5(property_id::text) limit 200`;
    const byComps: number[] = [];
    const byNearest: number[] = [];
    for (const { property_id, sale_date, price } of sold) {
      const asOf = addDays(sale_date, -1);
      const body = await ask('WA', asOf, property_id);
      const [property] = await propertiesByIds(dataset, ['WA'], [property_id]);
      if (body === null || !property?.living_square_feet) continue;
      const adjusted = body.comps.map((comp) => comp.explanation?.adjusted_price as number);
      byComps.push(Math.abs(median(adjusted) / price - 1));
      const subject = {
        propertyId: property_id,
        latitude: property.latitude as number,
        longitude: property.longitude as number,
      };
      const unknown = { buildingKey: null, bedrooms: null, bathrooms: null, lotSquareFeet: null, yearBuilt: null };
      const near = await pricedSales(
        dataset,
        { ...subject, ...unknown, propertyType: property.property_type, livingSquareFeet: property.living_square_feet },
        { radiusMiles: 2, fromDate: addDays(asOf, -365), asOf, source: 'recorder', regions: ['WA'] },
      );
      const ten = near.sort((a, b) => a.distance_miles - b.distance_miles).slice(0, 10);
      const perSquareFoot = median(ten.map((sale) => sale.price / (sale.living_square_feet as number)));
      byNearest.push(Math.abs((perSquareFoot * property.living_square_feet) / price - 1));
    }
    const percent = (errors: number[]) => `${(100 * median(errors)).toFixed(1)} %`;
    console.log(
      `WA: comps adjusted ${percent(byComps)} off, ten nearest by square foot ${percent(byNearest)}, ${byComps.length} homes`,
    );
    expect(byComps.length).toBeGreaterThan(150);
    expect(median(byComps)).toBeLessThan(0.9 * median(byNearest));
    expect(median(byComps)).toBeLessThan(0.13);
  }, 120_000);
});
