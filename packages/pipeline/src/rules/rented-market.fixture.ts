import { DuckDBInstance } from '@duckdb/node-api';
import { estimateRents } from '../stages/estimate-rents.ts';
import { WORKING_TABLES } from '../stages/working-tables.ts';
import { dateParcels } from './parcel-days.fixture.ts';
import { type PurchaseClassBasis, purchaseClassSql } from './purchase-class.ts';

type Value = string | number | null;

/** A home of a test; by default a house of three bedrooms and 1,500 square feet in ZIP code 85001. */
export interface GivenHome {
  id: number;
  type?: string;
  county?: string;
  zip?: string | null;
  bedrooms?: number | null;
  squareFeet?: number | null;
  units?: number | null;
  value?: number | null;
  rent?: number | null;
}

/** A rental purchase of the home with the same id; by default valid, on 2024-01-01. */
export interface GivenPurchase {
  home: GivenHome;
  price: number | null;
  date?: string;
  verdict?: string;
  dealType?: string;
}

export interface GivenRents {
  homes?: readonly GivenHome[];
  purchases?: readonly GivenPurchase[];
  /** `[zip, bedrooms, US dollars a month]` */
  rents?: readonly [string, number, number][];
  /** Last day of counties that `days` does not name. */
  asOf?: string;
  /** Last days of counties by upper-case name. */
  days?: Readonly<Record<string, string>>;
  basis?: PurchaseClassBasis;
}

const literal = (value: Value): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value}'` : String(value);
const rows = (values: readonly (readonly Value[])[]): string =>
  values.map((row) => `(${row.map(literal).join(', ')})`).join(', ');

/** Runs the stage of rents. @returns `source rent` by home, and the class of each purchase by home. */
export async function estimateGivenRents({
  homes = [],
  purchases = [],
  rents = [],
  asOf = '2024-12-31',
  days = {},
  basis,
}: GivenRents) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const duck = await instance.connect();
  await duck.run(`CREATE TABLE norm_property (${WORKING_TABLES.norm_property});
    CREATE TABLE norm_rent (${WORKING_TABLES.norm_rent});
    CREATE TABLE deal (deal_id BIGINT, property_id BIGINT, fips VARCHAR, county VARCHAR, property_type VARCHAR, deal_type VARCHAR,
      arms_length VARCHAR, purchase_date DATE, purchase_price BIGINT, estimated_value BIGINT)`);
  const all = [...homes, ...purchases.map(({ home }) => home)];
  await duck.run(`INSERT INTO norm_property (property_id, zip, county, property_type, bedrooms, living_square_feet, units_count,
      estimated_value, estimated_rent) VALUES ${rows(
        all.map((home) => [
          home.id,
          home.zip === undefined ? '85001' : home.zip,
          home.county ?? 'Oak',
          home.type ?? 'SFR',
          home.bedrooms === undefined ? 3 : home.bedrooms,
          home.squareFeet === undefined ? 1500 : home.squareFeet,
          home.units ?? null,
          home.value ?? null,
          home.rent ?? null,
        ]),
      )}`);
  if (rents.length > 0) await duck.run(`INSERT INTO norm_rent VALUES ${rows(rents)}`);
  if (purchases.length > 0)
    await duck.run(
      `INSERT INTO deal VALUES ${rows(
        purchases.map(({ home, price, date = '2024-01-01', verdict = 'valid', dealType = 'rental' }) => [
          ...[home.id, home.id, null, home.county ?? 'Oak', home.type ?? 'SFR', dealType, verdict, date, price],
          home.value ?? null,
        ]),
      )}`,
    );
  await dateParcels(duck, { tables: ['norm_property'], lastDay: asOf, days });
  await estimateRents.run({ duck, region: 'AZ', asOf, facts: {} });
  if (basis !== undefined) await duck.run(purchaseClassSql(basis));
  const pairs = async (sql: string) => {
    const result = await duck.runAndReadAll(sql);
    return Object.fromEntries(result.getRows().map(([id, text]) => [Number(id), String(text)]));
  };
  try {
    return {
      rents: await pairs("SELECT property_id, rent_source || ' ' || estimated_rent FROM property_rent"),
      classes: await pairs('SELECT deal_id, purchase_class FROM purchase_class'),
    };
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
