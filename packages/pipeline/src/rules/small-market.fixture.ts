import { DuckDBInstance } from '@duckdb/node-api';
import { clusterBuyers } from '../stages/cluster-buyers.ts';
import { deriveDeals } from '../stages/derive-deals.ts';
import { validateSales } from '../stages/validate-sales.ts';
import { WORKING_TABLES } from '../stages/working-tables.ts';
import { dateParcels } from './parcel-days.fixture.ts';

type Value = string | number | boolean | null;

/** A transfer row of a test; what it leaves out is null, but for a plain deed on parcel `parcel`. */
export interface GivenTransfer {
  parcel: string;
  date: string;
  price?: number | null;
  from?: string | null;
  to?: string | null;
  deed?: string | null;
  document?: string | null;
  validity?: 'market' | 'not_market' | null;
  county?: string | null;
  vacant?: boolean | null;
  /** Line and place of the buyer's mailing address: `12 OAK ST #4|85001`. */
  mailing?: string | null;
  loan?: number | null;
  lender?: string | null;
}

export interface GivenProperty {
  parcel: string;
  county?: string;
  fips?: string;
  zip?: string;
  type?: string | null;
  situs?: string | null;
  owner?: string | null;
  mailing?: string | null;
  homestead?: boolean | null;
  yearBuilt?: number | null;
  sqft?: number | null;
  value?: number | null;
  improvement?: number | null;
}

export interface GivenMarket {
  region?: string;
  /** Last day of every county that `days` does not name. */
  asOf?: string;
  /** Last days of counties by FIPS code. */
  days?: Readonly<Record<string, string>>;
  properties?: readonly GivenProperty[];
  transfers: readonly GivenTransfer[];
}

export type Row = Record<string, unknown>;
export interface DerivedMarket {
  rows<T extends Row = Row>(sql: string): Promise<T[]>;
  close(): void;
}

const building = (key: string | null | undefined): string | null =>
  key?.replace(/ (?:#|REAR|FL |BSMT)[^|]*\|/, '|') ?? null;
const zipOf = (key: string | null | undefined): string | null => /\|(\d{5})$/.exec(key ?? '')?.[1] ?? null;
const literal = (value: Value | undefined): string =>
  value === null || value === undefined
    ? 'NULL'
    : typeof value === 'string'
      ? `'${value.replaceAll("'", "''")}'`
      : String(value);

/** Number of a parcel of a test: the same for the same name, whatever else is in the market. */
const PARCEL_NUMBER = "('0x' || substr(md5(parcel_id), 1, 13))::BIGINT";

/** Runs the three stages of the rules over hand-written rows. */
export async function deriveMarket({
  region = 'AZ',
  asOf = '2024-06-30',
  days = {},
  properties = [],
  transfers,
}: GivenMarket): Promise<DerivedMarket> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const duck = await instance.connect();
  await duck.run(
    `CREATE TABLE norm_property (${WORKING_TABLES.norm_property}); CREATE TABLE norm_transfer (${WORKING_TABLES.norm_transfer})`,
  );
  const insert = async (table: string, rows: readonly Record<string, Value | undefined>[]) => {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0] as Row);
    const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`);
    await duck.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')}; UPDATE ${table} SET property_id = ${PARCEL_NUMBER}`,
    );
  };
  await insert(
    'norm_property',
    properties.map((p) => ({
      parcel_id: p.parcel,
      state: region,
      county: p.county ?? 'Test',
      fips: p.fips ?? '04013',
      zip: p.zip ?? zipOf(p.situs) ?? '85001',
      property_type: p.type === undefined ? 'SFR' : p.type,
      situs_key: p.situs,
      situs_building_key: building(p.situs),
      owner_name: p.owner,
      mailing_key: p.mailing,
      mailing_building_key: building(p.mailing),
      mailing_zip: zipOf(p.mailing),
      homestead: p.homestead,
      year_built: p.yearBuilt,
      living_square_feet: p.sqft,
      estimated_value: p.value,
      assessed_improvement_value: p.improvement,
    })),
  );
  await insert(
    'norm_transfer',
    transfers.map((t, at) => ({
      row_id: at,
      parcel_id: t.parcel,
      document_id: t.document,
      sale_date: t.date,
      price: t.price === undefined ? 200_000 : t.price,
      grantor: t.from,
      grantee: t.to,
      deed_type: t.deed === undefined ? 'warranty' : t.deed,
      sale_validity: t.validity,
      buyer_mailing_key: t.mailing,
      buyer_mailing_building_key: building(t.mailing),
      buyer_mailing_zip: zipOf(t.mailing),
      loan_amount: t.loan,
      lender: t.lender,
      vacant_at_sale: t.vacant,
      county: t.county === undefined ? 'Test' : t.county,
    })),
  );
  await dateParcels(duck, { tables: ['norm_property', 'norm_transfer'], lastDay: asOf, days });
  for (const stage of [clusterBuyers, validateSales, deriveDeals])
    await stage.run({ duck, region, asOf, facts: NO_FACTS });
  return {
    async rows<T extends Row>(sql: string) {
      const result = await duck.runAndReadAll(sql);
      return result.getRowObjectsJson() as unknown as T[];
    },
    close() {
      duck.closeSync();
      instance.closeSync();
    },
  };
}

const NO_FACTS = { properties: [], transfers: [], contacts: [], suppressions: [], listings: [] };
