import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { ensureMarketSchema } from '../dataset/schema.ts';
import { readAccuracy, saveAccuracy } from './accuracy.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db?.close());

const publish = (version: number) =>
  db.sql`insert into market.version (version, kind, as_of, imports, regions) values (${version}, 'import', '2026-01-01', '[]', '{}')`;

test('reads as unmeasured where the table was never made, and refuses to measure an empty dataset', async () => {
  const unmeasured = { valuation: null, matching: null, linking: null };
  expect(await readAccuracy(db.sql, 'live')).toEqual(unmeasured);
  await ensureMarketSchema(db.sql);
  expect(await readAccuracy(db.sql, 'live')).toEqual(unmeasured);
  await expect(saveAccuracy(db.sql, 'live', 'valuation', [])).rejects.toThrow('empty');
});

test('keeps the last measurement of each kind and version, and reads the newest version that has one', async () => {
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
