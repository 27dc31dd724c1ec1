import { expect, test } from 'bun:test';
import { VALUE_COLUMNS } from '@plat/dataset';
import { createDuck } from '../create-duck.ts';
import { readValueSales } from './estimate-values.ts';

const YEAR_SOLD = 2022;

/** A sale of a home built in a year, with what the deed says of bare land. */
async function isLearntFrom(yearBuilt: number | null, vacantAtSale: boolean | null): Promise<boolean> {
  const instance = await createDuck(1);
  const duck = await instance.connect();
  try {
    const facts = "1 AS property_id, 'SFR' AS property_type, 33.5 AS latitude, -112.1 AS longitude";
    const others = VALUE_COLUMNS.filter(
      (column) => !/^(property_id|property_type|latitude|longitude|living_square_feet|year_built)$/.test(column),
    );
    await duck.run(`CREATE TABLE norm_property AS SELECT ${facts}, 1500 AS living_square_feet,
      ${yearBuilt ?? 'NULL::INTEGER'} AS year_built, ${others.map((column) => `NULL AS ${column}`).join(', ')}`);
    await duck.run(`CREATE TABLE sale AS SELECT 1 AS sale_id, 1 AS property_id, DATE '${YEAR_SOLD}-05-01' AS sale_date,
      300000 AS price, 'valid' AS arms_length, ${vacantAtSale ?? 'NULL::BOOLEAN'} AS vacant_at_sale`);
    return (await readValueSales(duck)).length > 0;
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}

test.each([
  [YEAR_SOLD - 30, null, true],
  [null, null, true],
  [YEAR_SOLD, null, true],
  [YEAR_SOLD + 1, null, false],
  [YEAR_SOLD + 1, false, false],
  [YEAR_SOLD, true, false],
  [null, true, false],
])(
  'a value model learns from homes, not from land: built %p, deed of bare land %p',
  async (built, vacant, expected) => {
    expect(await isLearntFrom(built, vacant)).toBe(expected);
  },
);
