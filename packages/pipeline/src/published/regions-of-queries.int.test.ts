import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as queries from '@plat/dataset';
import { type Dataset, servingDataset } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import type { Sql } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { createValueModels } from '@plat/value-model';
import postgres from 'postgres';

const AZ = ['AZ'];
const HERE = { latitude: 33.45, longitude: -112.07 };
const AZ_TILE = { z: 8, x: 48, y: 102 };
const AS_OF = '2026-06-30';
const WINDOW = { fromDate: '2024-06-30', asOf: AS_OF };
const DEAL = { dealId: 1, propertyId: 1 };
const SUBJECT = {
  propertyId: 1,
  ...HERE,
  propertyType: 'SFR',
  buildingKey: null,
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1_500,
  lotSquareFeet: 5_000,
  yearBuilt: 1990,
};
const COMPS = { ...WINDOW, radiusMiles: 1, source: 'recorder' as const, regions: AZ };
const SHAPE = { minLength: 2, maxLength: 9, heads: ['AC'], tails: ['ME'] };

/** Every query of one region, by its file. */
const OF_ONE_REGION: Readonly<Record<string, (dataset: Dataset) => Promise<unknown>[]>> = {
  'buyer-aliases.ts': (dataset) => {
    const aliases = queries.buyerAliases(dataset);
    return [
      ...[aliases.named(AZ, ['ACME']), aliases.mailedTo(AZ, ['1 A ST|85001']), aliases.ofBuyers(AZ, [1])],
      ...[aliases.inBuilding(AZ, '1 A ST', ['1 A ST|85001']), aliases.beginning(AZ, 'AC', 2, 9, 10)],
      ...[aliases.inZips(AZ, ['85001'], SHAPE), aliases.sharing(AZ, ['1 A ST|85001'], 5)],
    ];
  },
  'comp-subject.ts': (dataset) => [queries.compSubjectRecord(dataset, 'AZ', 1, AS_OF)],
  'comps-near.ts': (dataset) => [
    queries.similarSales(dataset, SUBJECT, COMPS, 10),
    queries.pricedSales(dataset, SUBJECT, { ...COMPS, radiusMiles: 0 }),
  ],
  'contacts-for.ts': (dataset) => [queries.contactsFor(dataset, ['ACME'])],
  'counties.ts': (dataset) => [queries.createCounties().windowIn(dataset, { region: 'AZ', countyKey: '04013' }, AS_OF)],
  'deal-counts-of-buyers.ts': (dataset) => [queries.dealCountsOfBuyers(dataset, AZ, [1], AS_OF)],
  'deal-property-records.ts': (dataset) => [queries.dealPropertyRecords(dataset, AZ, [DEAL], AS_OF)],
  'deals-near.ts': (dataset) => [
    queries.dealsNear(dataset, {
      ...HERE,
      ...WINDOW,
      radiusMiles: 2,
      dealTypes: ['flip'],
      propertyTypes: ['SFR'],
      hideNonArmsLength: true,
      hideInstitutions: true,
      nearest: 5,
    }),
  ],
  'deals-of-buyers.ts': (dataset) => [
    queries.dealsOfBuyers(dataset, AZ, [1], AS_OF),
    queries.dealRecords(dataset, AZ, [DEAL]),
  ],
  'map-squares.ts': (dataset) => [
    queries.mapSquares(dataset, AZ_TILE),
    queries.dealSquares(dataset, { z: 14, x: AZ_TILE.x << 6, y: AZ_TILE.y << 6 }),
  ],
  'market-summary.ts': (dataset) => [
    queries.marketSummary(dataset, { ...HERE, ...WINDOW, metricsRadiusMiles: 2, propertyTypes: ['SFR'] }),
  ],
  'nearest-county.ts': (dataset) => [queries.nearestCounty(dataset, HERE)],
  'nearest-property.ts': (dataset) => [queries.nearestProperty(dataset, HERE.latitude, HERE.longitude)],
  'newest-national-suppression-date.ts': () => [queries.newestNationalSuppressionDate(watched, 'live')],
  'parcels-in-box.ts': (dataset) => [
    queries.parcelsInBox(dataset, { south: 33, north: 33.1, west: -112.1, east: -112 }, 10),
  ],
  'phone-shares.ts': (dataset) => [queries.createPhoneShares().of(dataset, 'AZ')],
  'properties-by-ids.ts': (dataset) => [queries.propertiesByIds(dataset, AZ, [1])],
  'suppressed-among.ts': () => [
    queries.suppressedAmong(watched, 'live', {
      phones: ['6025550101'],
      emails: [],
      persons: ['ADA SAMPLE|85001'],
      names: ['ADA SAMPLE'],
    }),
  ],
  'value-models.ts': (dataset) => [createValueModels().valueOf(dataset, { region: 'AZ' } as never, AS_OF)],
  'value-sales.ts': () => [queries.valueSales(watched, 'live', 'AZ'), queries.valueModelVersion(watched, 'live', 'AZ')],
  'zips-of-city.ts': (dataset) => [queries.zipsOfCity(dataset, 'AZ', 'PHOENIX')],
};
/** Asked of every region, because whoever asks knows none; each an index scan a region. */
const OF_EVERY_REGION: Readonly<Record<string, (dataset: Dataset) => Promise<unknown>[]>> = {
  'property-by-id.ts': (dataset) => [queries.propertyById(dataset, 1)],
  'cities-of-zips.ts': (dataset) => [queries.citiesOfZips(dataset, ['85001'])],
};
/** Parts of statements of other files. */
const PARTS = ['counted-deals-sql.ts'];
/** Small tables that every node has; docs/adr/0022-scale-out.md. */
const ON_EVERY_NODE = ['accuracy.ts', 'dataset-status.ts', 'watch-dataset.ts'];

let db: TestDatabase;
let watched: Sql;
let asked: { text: string; parameters: never[] }[] = [];
beforeAll(async () => {
  db = await testDatabase();
  const place = (region: string) => ({ region, kind: 'zip', place_key: region, label: region });
  await serveHandMadeMarket(db.sql, {
    place: [place('AZ'), place('PA'), place('OH')],
    county: [{ county_key: '04013', records_through: '2026-12-31' }],
  });
  await db.sql`update market.region set south = 40, north = 42, west = -80, east = -75 where region <> 'AZ'`;
  await db.sql`update market.region set south = 31, north = 37, west = -115, east = -109 where region = 'AZ'`;
  watched = postgres(db.url, {
    max: 1,
    debug: (_connection, text, parameters) => asked.push({ text, parameters: parameters as never[] }),
  }) as unknown as Sql;
}, 60_000);
afterAll(async () => {
  await watched.end({ timeout: 5 });
  await db.close();
});

/** Regions whose partitions the statements of a query read, from their plans. */
async function regionsRead(
  ask: (dataset: Dataset) => Promise<unknown>[],
): Promise<{ statements: number; regions: string[] }> {
  const dataset = await servingDataset(watched, 'live');
  asked = [];
  await Promise.all(ask(dataset));
  const ofDataset = asked.filter(({ text }) => /\bmarket"?\.(?!region\b|version\b)/.test(text));
  const regions = new Set<string>();
  for (const { text, parameters } of ofDataset) {
    const [plan] = await db.sql.unsafe(`explain (format json) ${text}`, parameters);
    for (const [, region] of JSON.stringify(plan).matchAll(/[a-z]+_([a-z]{2,3})_v1\b/g)) regions.add(region as string);
  }
  return { statements: ofDataset.length, regions: [...regions].sort() };
}

describe('a query of one region', () => {
  test.each(Object.entries(OF_ONE_REGION))('reads no other: %s', async (_file, ask) => {
    const { statements, regions } = await regionsRead(ask);
    expect(statements).toBeGreaterThanOrEqual(1);
    expect([['az'], ['all'], ['all', 'az']]).toContainEqual(regions);
  });

  test.each(Object.entries(OF_EVERY_REGION))('is not this one: %s', async (_file, ask) => {
    expect((await regionsRead(ask)).regions).toEqual(['az', 'oh', 'pa']);
  });

  test('covers every query except the named ones', () => {
    const files = [import.meta.dir, join(import.meta.dir, '..', '..', '..', 'value-model', 'src')].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
        .filter((name) =>
          /\b(from|join|into) \$?\{?(market\.|schema(Of\(sql, realm\))?\}\.|rowsOf\(|aliases\}|rows\})/.test(
            readFileSync(join(folder, name), 'utf8'),
          ),
        ),
    );
    const known = [...Object.keys(OF_ONE_REGION), ...Object.keys(OF_EVERY_REGION), ...ON_EVERY_NODE, ...PARTS];
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
  });
});
