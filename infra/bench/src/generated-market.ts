import {
  createIndexesSql,
  createPartitionSql,
  DATASET_TABLES,
  type DealsNearQuery,
  ensureMarketSchema,
  partitionName,
  rowsOfBuilds,
} from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { AS_OF, generateDeals } from './generated-deals.ts';

const REGION = 'TX';
export const DEALS_PER_TOWN = 25_000;

/** A published market of towns with equal density in its own database, and places to ask about. */
export interface PublishedMarket {
  deals: number;
  url: string;
  sql: Sql;
  points: { latitude: number; longitude: number }[];
}

export async function createMarket(
  server: { sql: Sql; url: string },
  deals: number,
  points: number,
): Promise<PublishedMarket> {
  const name = `market_${deals}`;
  await server.sql.unsafe(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const sql = connect(url.href, { applicationName: 'plat-bench', statementTimeoutMs: 0, maxConnections: 1 });
  const columns = Object.entries(DATASET_TABLES.deal.columns).map(([column, { type }]) => `${column} ${type}`);
  await sql.unsafe(`create unlogged table generated (${columns.join(', ')})`);
  await generateDeals(sql, 'generated', { deals, towns: Math.ceil(deals / DEALS_PER_TOWN) });
  await publishGenerated(sql, 'generated');
  await sql`drop table generated`;
  return { deals, url: url.href, sql, points: await subjectPoints(sql, points) };
}

/** Publishes generated deals as the dataset does: one region's partition, rows in stored order, indexed, attached. */
export async function publishGenerated(sql: Sql, generatedTable: string): Promise<void> {
  await ensureMarketSchema(sql);
  const partition = partitionName('deal', REGION, 1);
  await sql.unsafe(createPartitionSql('live', 'deal', partition, REGION));
  const order = DATASET_TABLES.deal.storedInOrderOf.join(', ');
  await sql.unsafe(`insert into market.${partition} select * from ${generatedTable} order by ${order}`);
  for (const statement of createIndexesSql('live', 'deal', partition)) await sql.unsafe(statement);
  await sql.unsafe(`alter table market.deal attach partition market.${partition} for values in ('${REGION}')`);
  await sql.unsafe(`vacuum (freeze, analyze) market.${partition}`);
  await publishCounty(sql);
  await sql`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', ${AS_OF}, '[]', ${sql.json({ [REGION]: 1 })})`;
  await sql`
    insert into market.region (region, changed_in, south, north, west, east)
    select ${REGION}, 1, min(latitude), max(latitude), min(longitude), max(longitude) from market.deal`;
}

/** One county, with a property in every grid cell that has a deal, where searches look up the end of their windows. */
async function publishCounty(sql: Sql): Promise<void> {
  for (const table of ['property', 'county'] as const) {
    const partition = partitionName(table, REGION, 1);
    await sql.unsafe(createPartitionSql('live', table, partition, REGION));
    for (const statement of createIndexesSql('live', table, partition)) await sql.unsafe(statement);
    await sql.unsafe(`alter table market.${table} attach partition market.${partition} for values in ('${REGION}')`);
  }
  await sql`
    insert into market.property (region, property_id, parcel_id, state, property_type, latitude, longitude, cell)
    select distinct on (cell) region, property_id, parcel_id, state, property_type, latitude, longitude, cell
    from market.deal where cell is not null order by cell, deal_id`;
  await sql`
    insert into market.county (region, county_key, state, is_sample, records_through, is_pinned, properties, sales, flips,
      rentals, buyers, share_with_price, share_with_owner, share_with_coordinates, has_prices, sources, imported_at)
    values (${REGION}, '', ${REGION}, false, ${AS_OF}, true, 0, 0, 0, 0, 0, 1, 1, 1, true, '{}', '')`;
}

/** The rows of a generated market. */
export const GENERATED_ROWS = rowsOfBuilds('live', new Map([[REGION, 1]]));

/** Query of a buyer search with the documented defaults, two years back. */
export const defaultQuery = (radiusMiles: number): Omit<DealsNearQuery, 'latitude' | 'longitude'> => ({
  radiusMiles,
  fromDate: '2024-01-02',
  asOf: AS_OF,
  dealTypes: ['flip', 'rental'],
  propertyTypes: ['SFR', 'CONDO', 'MOBILE', 'MFR'],
  hideNonArmsLength: true,
  hideInstitutions: true,
});

/** Random places of deals, moved by up to half a mile, because people search where there are houses. */
export async function subjectPoints(sql: Sql, count: number): Promise<{ latitude: number; longitude: number }[]> {
  return sql.begin(async (tx) => {
    await tx`select setseed(0.7)`;
    return tx<{ latitude: number; longitude: number }[]>`
      select latitude + 0.007 * (2 * random() - 1) as latitude, longitude + 0.007 * (2 * random() - 1) as longitude
      from market.deal tablesample bernoulli (1) order by random() limit ${count}`;
  });
}
