import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { createDistributedPartitions } from './citus/create-partitions.ts';
import { hasCitus } from './citus/has-citus.ts';
import { replaceServingViews } from './citus/serving-views.ts';
import { createIndexesSql, createPartitionSql, partitionName, tablesOf } from './ddl.ts';
import { cellOf } from './grid.ts';
import { marketSchema } from './realm.ts';
import { ensureMarketSchema } from './schema.ts';
import { ALL_REGIONS, DATASET_TABLES, type DatasetRow, type DatasetTableName } from './tables.ts';

/** Rows written by a test. Omitted columns are null, or neutral where null is not allowed. */
export type HandMadeRows = { [Name in DatasetTableName]?: Partial<DatasetRow<Name>>[] };

const NEUTRAL: Readonly<Record<string, unknown>> = {
  text: '',
  'text[]': [],
  bigint: 0,
  integer: 0,
  smallint: 0,
  real: 0,
  'double precision': 0,
  date: '2000-01-01',
  boolean: false,
};
const STATELESS: ReadonlySet<string> = new Set(tablesOf(ALL_REGIONS));
const REGION = 'AZ';

/**
 * Makes a database serve these rows as version 1; rows without a region belong to AZ. Counties without a row have
 * complete records with an unknown last day, so their windows count back from the as-of day.
 */
export async function serveHandMadeMarket(sql: Sql, given: HandMadeRows, realm: Realm = 'live'): Promise<void> {
  await ensureMarketSchema(sql);
  const schema = marketSchema(realm);
  const counties = [...(given.county ?? []), ...undescribedCounties(given)];
  const rows: HandMadeRows = { ...given, county: counties, sale: salesInCounties(given) };
  const states = new Set([REGION]);
  for (const row of Object.values(rows).flat()) states.add(row.region ?? REGION);
  states.delete(ALL_REGIONS);
  for (const region of [ALL_REGIONS, ...states]) await createServingTables(sql, realm, region);
  for (const [name, { columns }] of Object.entries(DATASET_TABLES)) {
    for (const each of rows[name as DatasetTableName] ?? []) {
      const row: Record<string, unknown> = { region: STATELESS.has(name) ? ALL_REGIONS : REGION, ...each };
      const { latitude, longitude } = row;
      if (typeof latitude === 'number' && typeof longitude === 'number') row.cell ??= cellOf({ latitude, longitude });
      const whole = Object.entries(columns).map(([column, { type, nullable }]) => [
        column,
        row[column] ?? (nullable ? null : NEUTRAL[type]),
      ]);
      const partition = partitionName(name as DatasetTableName, String(row.region), 1);
      await sql`insert into ${sql(`${schema}.${partition}`)} ${sql(Object.fromEntries(whole))}`;
    }
  }
  const builds = Object.fromEntries([ALL_REGIONS, ...states].map((region) => [region, 1]));
  await sql`insert into ${sql(schema)}.version (version, kind, as_of, imports, regions)
    values (1, 'import', '2026-06-30', '[]', ${sql.json(builds)})`;
  for (const region of states) {
    await sql`insert into ${sql(schema)}.region (region, current, changed_in, south, north, west, east)
      values (${region}, ${sql.json({ version: 1 })}, 1, 24, 50, -125, -66)`;
  }
  if (await hasCitus(sql)) {
    await sql`insert into ${sql(schema)}.region (region, current, changed_in)
      values (${ALL_REGIONS}, ${sql.json({ version: 1 })}, 1)`;
    await replaceServingViews(sql, realm);
  }
}

/** Creates the tables of a region's build 1 with their indexes, and makes them serve. */
async function createServingTables(sql: Sql, realm: Realm, region: string): Promise<void> {
  const schema = marketSchema(realm);
  const isDistributed = await hasCitus(sql);
  if (isDistributed) await createDistributedPartitions(sql, realm, region, 1);
  for (const table of tablesOf(region)) {
    const partition = partitionName(table, region, 1);
    if (!isDistributed) {
      await sql.unsafe(createPartitionSql(realm, table, partition, region));
      await sql.unsafe(
        `alter table ${schema}.${table} attach partition ${schema}.${partition} for values in ('${region}')`,
      );
    }
    for (const index of createIndexesSql(realm, table, partition)) await sql.unsafe(index);
  }
}

const countyKeyOf = ({ fips = null, county = null }: Partial<DatasetRow<'property'>>): string =>
  fips ?? county?.toUpperCase() ?? '';

/** Gives sales without a county the county of their property. */
function salesInCounties({ property = [], sale = [] }: HandMadeRows): Partial<DatasetRow<'sale'>>[] {
  const keys = new Map(property.map((one) => [`${one.region ?? REGION} ${one.property_id}`, countyKeyOf(one)]));
  return sale.map((one) => ({ county_key: keys.get(`${one.region ?? REGION} ${one.property_id}`) ?? '', ...one }));
}

function undescribedCounties({ property = [], county = [] }: HandMadeRows): Partial<DatasetRow<'county'>>[] {
  const known = new Set(county.map((one) => `${one.region ?? REGION} ${one.county_key}`));
  const found = new Map<string, Partial<DatasetRow<'county'>>>();
  for (const one of property) {
    const { region = REGION, fips = null, county: name = null } = one;
    const county_key = countyKeyOf(one);
    const whole = { share_with_price: 1, share_with_owner: 1, share_with_coordinates: 1, has_prices: true };
    found.set(`${region} ${county_key}`, { region, county_key, fips, name, state: region, ...whole });
  }
  return [...found].filter(([key]) => !known.has(key)).map(([, row]) => row);
}
