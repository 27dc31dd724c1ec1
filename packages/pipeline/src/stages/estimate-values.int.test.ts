import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetRow } from '@plat/dataset';
import { readAccuracy, servingDataset } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { createValueModels } from '@plat/value-model';
import { importMarket, rollbackMarket } from '../index.ts';
import { writeSampleMarket } from '../sample/index.ts';

setDefaultTimeout(120_000);

const AS_OF = '2026-06-30';

interface AccuracyRow {
  state: string;
  county: string;
  property_type: string;
  evaluated_on: string;
  sample_size: number;
}

describe('values of an imported market', () => {
  let db: TestDatabase;
  let home: string;
  beforeAll(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-values-'));
    await importSample(3_600);
  });
  afterAll(async () => {
    await db.close();
    await rm(home, { recursive: true, force: true });
  });

  async function importSample(parcels: number) {
    const directory = join(home, `sample-${parcels}`);
    await writeSampleMarket({ directory, asOf: AS_OF, parcels });
    await importMarket({
      home,
      sql: db.sql,
      source: { kind: 'canonical' },
      files: [directory],
      asOf: AS_OF,
    });
  }

  const versionsOf = async () =>
    (
      await db.sql<{ region: string; model_version: string }[]>`
      select distinct region, model_version from market.value_model order by region`
    ).map((row) => ({ ...row }));

  test('are in its properties: homes have one with a range, land has none', async () => {
    const [counts] = await db.sql<{ homes: number; valued: number; ordered: number; land: number; off: number }[]>`
      select count(*) filter (where property_type not in ('LAND', 'OTHER'))::int as homes,
        count(avm_value)::int as valued,
        count(*) filter (where avm_value_low < avm_value and avm_value < avm_value_high)::int as ordered,
        count(avm_value) filter (where property_type in ('LAND', 'OTHER'))::int as land,
        percentile_cont(0.5) within group (order by abs(avm_value::float / estimated_value - 1)) as off
      from market.property`;
    expect(counts!.valued).toBeGreaterThan(counts!.homes * 0.95);
    expect(counts!.ordered).toBe(counts!.valued);
    expect(counts!.land).toBe(0);
    // The generated roll knows each home's worth but for 7 percent.
    expect(counts!.off).toBeLessThan(0.25);
  });

  test('equal those of the served model on the build day', async () => {
    const models = createValueModels();
    const dataset = await servingDataset(db.sql, 'live');
    const properties = await db.sql<DatasetRow<'property'>[]>`
      select * from market.property where avm_value is not null order by property_id limit 50`;
    for (const property of properties) {
      const value = await models.valueOf(dataset, property, AS_OF);
      expect(value).toMatchObject({ value: property.avm_value!, valueLow: property.avm_value_low!, asOf: AS_OF });
      expect(value!.confidenceScore).toBeWithin(1, 101);
      expect(value!.modelVersion).toStartWith(AS_OF);
    }
    const [land] = await db.sql<
      DatasetRow<'property'>[]
    >`select * from market.property where property_type = 'LAND' limit 1`;
    expect(await models.valueOf(dataset, land!, AS_OF)).toBeNull();
  });

  test('are published with the accuracy of the last four quarters of each county', async () => {
    const { valuation } = await readAccuracy(db.sql, 'live');
    const rows = valuation?.rows as (AccuracyRow & { model_version: string; mdape: number })[];
    // Houses only: of other types too few are sold here to be measured.
    const counted = await db.sql<AccuracyRow[]>`
      with sale_of_home as (
        select p.region as state, p.county, p.property_type, s.sale_date, max(s.sale_date) over (partition by p.region, p.county) as last_day
        from market.sale s join market.property p using (region, property_id)
        where s.arms_length = 'valid' and s.price > 0 and p.avm_value is not null
          and p.property_type = 'SFR' and coalesce(p.year_built <= extract(year from s.sale_date), true))
      select state, county, property_type, last_day::text as evaluated_on, count(*)::int as sample_size
      from sale_of_home where sale_date > last_day - 364
      group by state, county, property_type, last_day having count(*) >= 10 order by state, county, property_type`;
    const keys = ['state', 'county', 'property_type', 'evaluated_on', 'sample_size'] as const;
    expect(rows.map((row) => keys.map((key) => row[key]))).toEqual(counted.map((row) => keys.map((key) => row[key])));
    expect(rows.length).toBeGreaterThan(0);
    const models = new Map((await versionsOf()).map(({ region, model_version }) => [region, model_version]));
    for (const row of rows) {
      expect(row.model_version).toBe(models.get(row.state)!);
      expect(row.mdape).toBeWithin(0.01, 40);
    }
    const [newest] = await db.sql<{ version: number }[]>`select max(version) as version from market.version`;
    expect(valuation?.datasetVersion).toBe(newest!.version);
  });

  test('change with the dataset and return after a rollback, also in memory', async () => {
    const models = createValueModels();
    const [property] = await db.sql<DatasetRow<'property'>[]>`
      select * from market.property where avm_value is not null order by property_id limit 1`;
    const before = await versionsOf();
    const answered = await models.valueOf(await servingDataset(db.sql, 'live'), property!, AS_OF);
    await importSample(4_200);
    expect(await models.valueOf(await servingDataset(db.sql, 'live'), property!, AS_OF)).not.toEqual(answered);
    const meanwhile = await versionsOf();
    expect(meanwhile.map(({ region }) => region)).toEqual(before.map(({ region }) => region));
    expect(meanwhile).not.toEqual(before);
    await rollbackMarket({ sql: db.sql });
    expect(await versionsOf()).toEqual(before);
    expect(await models.valueOf(await servingDataset(db.sql, 'live'), property!, AS_OF)).toEqual(answered);
  });

  test('differ from those of a previous dataset with the same build numbers', async () => {
    const models = createValueModels();
    const [property] = await db.sql<DatasetRow<'property'>[]>`
      select * from market.property where avm_value is not null order by property_id limit 1`;
    const before = await servingDataset(db.sql, 'live');
    const answered = await models.valueOf(before, property!, AS_OF);
    await db.sql.unsafe('drop schema market cascade');
    await importSample(4_200);
    const after = await servingDataset(db.sql, 'live');
    const rows = [before, after].map(({ rowsOf }) => rowsOf('value_model', [property!.region]));
    expect(rows[0]).toBe(rows[1]!);
    expect(await models.valueOf(after, property!, AS_OF)).not.toEqual(answered);
  });
});
