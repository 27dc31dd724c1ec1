import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DatasetRow } from '@plat/dataset';
import { compSubjectRecord, type Dataset, servingDataset } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

const HOUSE = { property_id: 1, property_type: 'SFR', state: 'AZ', latitude: 36.9, longitude: -110 };
const trend = (county_key: string, annual_log_change: number) => ({
  county_key,
  property_type: 'SFR',
  sale_count: 300,
  annual_log_change,
  size_elasticity: 0.5,
});

const deal = (deal_id: number, property_id: number, changes: Partial<DatasetRow<'deal'>>) => ({
  deal_id,
  property_id,
  deal_type: 'flip',
  purchase_date: '2021-06-01',
  arms_length: 'valid',
  property_type: 'SFR',
  event_date: changes.sale_date as string,
  visible_from: changes.sale_date as string,
  ...changes,
});

describe('the subject of comps', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  beforeAll(async () => {
    db = await testDatabase();
    await serveHandMadeMarket(db.sql, {
      property: [
        { ...HOUSE, fips: '04013' },
        { ...HOUSE, property_id: 2, county: 'Pima' },
        { ...HOUSE, property_id: 3, county: 'Elsewhere', latitude: 33 },
        { ...HOUSE, property_id: 4, property_type: 'CONDO', latitude: null, longitude: null },
        { ...HOUSE, property_id: 1, region: 'UT', state: 'UT' },
      ],
      price_trend: [trend('04013', 0.25), trend('PIMA', 0.125), trend('', 0.0625)],
      sale: [
        { property_id: 1, sale_date: '2020-01-01', price: 100, arms_length: 'valid' },
        { property_id: 1, sale_date: '2024-01-01', price: 200, arms_length: 'undetermined' },
        { property_id: 1, sale_date: '2025-01-01', price: 300, arms_length: 'non_arms_length' },
        { property_id: 1, sale_date: '2025-02-01', price: null, arms_length: 'valid' },
      ],
      listing: [
        { listing_id: 'a', property_id: 1, close_date: '2024-01-01', close_price: 201 },
        { listing_id: 'b', property_id: 2, close_date: '2023-01-01', close_price: 150 },
      ],
      deal: [
        deal(1, 1, { sale_date: '2022-03-01', sale_price: 150 }),
        deal(2, 1, { sale_date: '2023-03-01', sale_price: 180 }),
        deal(3, 2, { sale_date: '2023-03-01', sale_price: 170, extended: true }),
        deal(4, 3, { sale_date: '2023-03-01', sale_price: 170, arms_length: 'non_arms_length' }),
        deal(5, 4, { sale_date: '2023-03-01', deal_type: 'rental' }),
      ],
    });
    await db.sql`update market.region set south = 31, north = 37 where region = 'AZ'`;
    await db.sql`update market.region set south = 37.1, north = 42 where region = 'UT'`;
    dataset = await servingDataset(db.sql, 'live');
  }, 60_000);
  afterAll(() => db?.close());

  const record = (id: number, asOf = '2026-01-01') => compSubjectRecord(dataset, 'AZ', id, asOf);

  test('is read from its own region only', async () => {
    expect((await record(1))?.property).toMatchObject({ property_id: 1, region: 'AZ', fips: '04013' });
    expect(Object.keys((await record(1))?.property ?? {})).not.toContain('annual_log_change');
    expect(await record(99)).toBeNull();
  });

  test('has its last market sale up to the requested day, by deed before listing', async () => {
    expect((await record(1))?.lastSale).toEqual({ date: '2024-01-01', price: 200 });
    expect((await record(1, '2023-12-31'))?.lastSale).toEqual({ date: '2020-01-01', price: 100 });
    expect((await record(2))?.lastSale).toEqual({ date: '2023-01-01', price: 150 });
    expect((await record(3))?.lastSale).toBeNull();
  });

  test('has its last counted flip resale up to the requested day', async () => {
    expect((await record(1))?.flipResale).toEqual({ date: '2023-03-01', price: 180 });
    expect((await record(1, '2023-02-28'))?.flipResale).toEqual({ date: '2022-03-01', price: 150 });
    expect((await record(1, '2022-02-28'))?.flipResale).toBeNull();
    for (const id of [2, 3, 4]) expect((await record(id))?.flipResale).toBeNull();
  });

  test('has the trend of its county, otherwise of its region, for its own type', async () => {
    const change = async (id: number) => (await record(id))?.trend?.annualLogChange ?? null;
    expect([await change(1), await change(2), await change(3), await change(4)]).toEqual([0.25, 0.125, 0.0625, null]);
  });

  test('names the regions within reach, and none without coordinates', async () => {
    expect((await record(1))?.regionsNear).toEqual(['AZ', 'UT']);
    expect((await record(3))?.regionsNear).toEqual(['AZ']);
    expect((await record(4))?.regionsNear).toEqual([]);
  });
});
