import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ensureMarketSchema, keptAccuracy, readAccuracy, saveAccuracy } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db?.close());

const publish = (version: number) =>
  db.sql`insert into market.version (version, kind, as_of, imports, regions) values (${version}, 'import', '2026-01-01', '[]', '{}')`;

test('reads as unmeasured without the table, and refuses to measure an empty dataset', async () => {
  const unmeasured = { valuation: null, matching: null, linking: null };
  expect(await readAccuracy(db.sql, 'live')).toEqual(unmeasured);
  await ensureMarketSchema(db.sql);
  expect(await readAccuracy(db.sql, 'live')).toEqual(unmeasured);
  await expect(saveAccuracy(db.sql, 'live', 'valuation', [])).rejects.toThrow('empty');
});

test('keeps the last measurement of each kind and version, and reads the newest measured version', async () => {
  await publish(9);
  expect(await saveAccuracy(db.sql, 'live', 'valuation', [{ mdape: 12 }])).toBe(9);
  await saveAccuracy(db.sql, 'live', 'valuation', [{ mdape: 9.5, county: "O'Brien" }]);
  await saveAccuracy(db.sql, 'live', 'linking', [{ precision: 0.9 }]);
  await publish(10);
  await saveAccuracy(db.sql, 'live', 'linking', [{ precision: 0.95 }, { precision: 1 }]);
  expect(await readAccuracy(db.sql, 'live')).toEqual({
    valuation: { datasetVersion: 9, rows: [{ mdape: 9.5, county: "O'Brien" }] },
    matching: null,
    linking: { datasetVersion: 10, rows: [{ precision: 0.95 }, { precision: 1 }] },
  });
});

test('shows the measurement of the publish until the serving model is evaluated', async () => {
  const served = await testDatabase();
  const { sql } = served;
  const trained = (region: string, mdape: number) => ({
    region,
    county: 'Any',
    property_type: 'SFR',
    model_version: `${region}-2`,
    evaluated_on: '2026-01-31',
    metrics: JSON.stringify({ sample_size: 60, mdape }),
  });
  await serveHandMadeMarket(sql, { value_accuracy: [trained('AZ', 11), trained('GA', 12)] });
  const item = (state: string, mdape: number) => ({
    state,
    county: 'Any',
    property_type: 'SFR',
    model_version: `${state}-2`,
    evaluated_on: '2026-01-31',
    sample_size: 60,
    mdape,
  });
  const valuation = async () => (await readAccuracy(sql, 'live')).valuation;
  expect(await valuation()).toEqual({ datasetVersion: 1, rows: [item('AZ', 11), item('GA', 12)] });

  await saveAccuracy(sql, 'live', 'valuation', [{ ...item('AZ', 8), model_version: 'AZ-1' }]);
  expect((await valuation())?.rows).toEqual([item('AZ', 11), item('GA', 12)]);
  await saveAccuracy(sql, 'live', 'valuation', [item('AZ', 9)]);
  expect((await valuation())?.rows).toEqual([item('AZ', 9), item('GA', 12)]);
  expect((await keptAccuracy(sql, 'live')).valuation?.rows).toEqual([item('AZ', 9)]);
  await served.close();
}, 60_000);
