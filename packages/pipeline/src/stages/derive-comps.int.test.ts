import { describe, expect, test } from 'bun:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { cellOf } from '@plat/dataset';
import { dateParcels } from '../rules/parcel-days.fixture.ts';
import { deriveComps } from './derive-comps.ts';
import { WORKING_TABLES } from './working-tables.ts';

const AS_OF = '2026-01-01';
const CENTER = { latitude: 40.0078, longitude: -75.0078 };

interface Made {
  duck: DuckDBConnection;
  rows(sql: string): Promise<unknown[][]>;
}

async function market(): Promise<Made> {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(`create table norm_property (${WORKING_TABLES.norm_property})`);
  await duck.run(`create table norm_listing (${WORKING_TABLES.norm_listing})`);
  await duck.run(
    'create table sale (property_id bigint, sale_date date, price bigint, arms_length varchar, vacant_at_sale boolean)',
  );
  await duck.run('create table deal (property_id bigint, deal_type varchar, extended boolean, sale_date date)');
  return { duck, rows: async (sql) => (await duck.runAndReadAll(sql)).getRowsJson() as unknown[][] };
}

const house = ({ duck }: Made, id: number, changes: Record<string, string | number | null> = {}) => {
  const row = {
    property_id: id,
    state: 'PA',
    property_type: 'SFR',
    living_square_feet: 1000,
    year_built: 1950,
    ...CENTER,
    ...changes,
  };
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return duck.run(`insert into norm_property (${Object.keys(row).join(', ')}) values (${values.join(', ')})`);
};

const build = async ({ duck }: Made, region = 'PA') => {
  await dateParcels(duck, { tables: ['norm_property'], lastDay: AS_OF });
  await deriveComps.run({ duck, region, asOf: AS_OF, facts: {} as never });
};

describe('sales that may be comps', () => {
  test('are valid, priced sales of houses with coordinates that stood when they were sold', async () => {
    const made = await market();
    await house(made, 1);
    await house(made, 2, { property_type: 'LAND' });
    await house(made, 3, { property_type: 'OTHER' });
    await house(made, 4, { latitude: null });
    await house(made, 5, { year_built: 2025 });
    await house(made, 6, { year_built: null });
    await made.duck.run(`insert into sale (property_id, sale_date, price, arms_length)
      select property_id, date '2024-06-01', 200000, 'valid' from norm_property
      union all select 1, date '2023-06-01', 150000, 'undetermined'
      union all select 1, date '2023-07-01', 160000, 'non_arms_length'
      union all select 1, date '2023-08-01', null, 'valid'
      union all select 1, date '2018-12-31', 100000, 'valid'
      union all select 99, date '2024-06-01', 100000, 'valid'`);
    await build(made);
    expect(await made.rows('select property_id::int, price::int, cell, source from comp_sale order by 1')).toEqual([
      [1, 200000, cellOf(CENTER), 'recorder'],
      [6, 200000, cellOf(CENTER), 'recorder'],
    ]);
  });

  test('leave out sales of bare land under a later house', async () => {
    const made = await market();
    await house(made, 1);
    await made.duck.run(`insert into sale values (1, date '2024-01-01', 100000, 'valid', true),
      (1, date '2024-07-01', 480000, 'valid', false)`);
    await build(made);
    expect(await made.rows('select price::int from comp_sale')).toEqual([[480000]]);
  });

  test('know the next sale of the property and whether they were the resale of a flip', async () => {
    const made = await market();
    await house(made, 1);
    await made.duck.run(`insert into sale (property_id, sale_date, price, arms_length) values (1, date '2024-01-01', 100000, 'valid'), (1, date '2024-07-01', 180000, 'valid'),
      (1, date '2025-09-01', 190000, 'valid')`);
    await made.duck.run(`insert into deal values (1, 'flip', false, date '2024-07-01'), (1, 'flip', true, date '2025-09-01'),
      (1, 'rental', false, null)`);
    await build(made);
    expect(
      await made.rows('select sale_date::varchar, superseded_on::varchar, is_flip_resale from comp_sale order by 1'),
    ).toEqual([
      ['2024-01-01', '2024-07-01', false],
      ['2024-07-01', '2025-09-01', true],
      ['2025-09-01', null, false],
    ]);
  });

  test('are closed listings where prices are not public, except in counties that publish deeds', async () => {
    const made = await market();
    await house(made, 1, { state: 'MO', fips: '29001' });
    await house(made, 2, { state: 'MO', fips: '29189' });
    await made.duck.run(
      `insert into sale (property_id, sale_date, price, arms_length) select property_id, date '2025-06-01', 200000, 'valid' from norm_property`,
    );
    await made.duck.run(`insert into norm_listing select 'L' || property_id, property_id, null, date '2025-06-02', 210000 from norm_property
      union all select 'lease', 1, null, date '2025-07-01', 1500`);
    await build(made, 'MO');
    expect(await made.rows('select property_id::int, price::int, source from comp_sale order by 1')).toEqual([
      [1, 210000, 'mls'],
      [2, 200000, 'recorder'],
    ]);
  });
});

describe('the trend of prices', () => {
  // Each cell has its own level, log price = level + 0.1 years + 0.6 log size; dear cells sell late.
  const fill = async (made: Made, sales: number) => {
    for (let id = 0; id < sales; id++) {
      const cell = id % 10;
      await house(made, id, {
        county: id % 2 === 0 ? 'Even' : 'Odd',
        latitude: 40.0078 + cell / 64,
        living_square_feet: 800 + 50 * (id % 23),
      });
    }
    await made.duck.run(`insert into sale (property_id, sale_date, price, arms_length)
      select property_id, day, round(exp(11 + (property_id % 10) / 10 + 0.1 * date_diff('day', date '${AS_OF}', day) / 365.25 + 0.6 * ln(living_square_feet / 1000))), 'valid'
      from (select *, (date '${AS_OF}' - ((property_id * 37) % 700 + (9 - property_id % 10) * 3)::int)::date as day from norm_property)`);
  };

  test('is measured within cells, by county with at least 200 sales and for the region', async () => {
    const made = await market();
    await fill(made, 400);
    await build(made);
    const rows = await made.rows(
      'select county_key, property_type, sale_count::int, annual_log_change::double, size_elasticity::double from price_trend order by 1',
    );
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['', 'SFR', 400],
      ['EVEN', 'SFR', 200],
      ['ODD', 'SFR', 200],
    ]);
    for (const [, , , change, elasticity] of rows as number[][]) {
      expect(change).toBeCloseTo(0.1, 1);
      expect(elasticity).toBeCloseTo(0.6, 1);
    }
  });

  test('is absent with fewer sales', async () => {
    const made = await market();
    await fill(made, 199);
    await build(made);
    expect(await made.rows('select * from price_trend')).toEqual([]);
  });
});
