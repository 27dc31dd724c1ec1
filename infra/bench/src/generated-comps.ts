import {
  cellSql,
  createIndexesSql,
  createPartitionSql,
  DATASET_TABLES,
  type DatasetTableName,
  ensureMarketSchema,
  partitionName,
  rowsOfBuilds,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import { AS_OF } from './generated-deals.ts';

/** A state where prices are public. */
const REGION = 'AZ';
/** The rows of generated comps. */
export const GENERATED_COMPS = rowsOfBuilds('live', new Map([[REGION, 1]]));
const SALES_PER_TOWN = 50_000;
const SPREAD_DEGREES = 0.12;
const YEARS = 7;
/** One house in this many gets an address and a roll record; the benchmark asks about those. */
const HOUSES_PER_SUBJECT = 100;

/**
 * Publishes generated sales of seven years as the dataset does, in normal distribution around towns on a plain,
 * with the roll and address book of one house in a hundred. More sales mean more towns of the same density.
 */
export async function publishComps(sql: Sql, sales: number): Promise<void> {
  await ensureMarketSchema(sql);
  const towns = Math.ceil(sales / SALES_PER_TOWN);
  const columns = Math.ceil(Math.sqrt(towns));
  // Names with letters only: a number in a street or city reads like a house or a unit.
  const lettersOf = (number: string) => `translate((${number})::text, '0123456789', 'abcdefghij')`;
  const normal = 'sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())';
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`select setseed(0.42)`;
    await tx.unsafe(`create temporary table house on commit drop as
      select id, town, id % 9000 + 1 as number, chance, size, verdict,
        date '${AS_OF}' - floor(age * ${Math.floor(YEARS * 365.25)})::int as day, latitude, longitude,
        ${cellSql('latitude', 'longitude')} as cell, case when chance < 0.55 then 'SFR' when chance < 0.85 then 'CONDO' else 'MFR' end as type,
        (700 + floor(size * 2800))::int as living, (2000 + floor(chance * 12000))::int as lot, (1920 + floor(verdict * 100))::int as built,
        (id % 9000 + 1) || ' Sample' || ${lettersOf('id / 9000')} || ' St, Town' || ${lettersOf('town')} || ', ${REGION} 85001' as address,
        'Town' || ${lettersOf('town')} as city
      from (
        select id, town, random() as chance, random() as size, random() as verdict, random() as age,
          31 + 0.9 * (town / ${columns}) + ${SPREAD_DEGREES} * ${normal} as latitude,
          -114 + 1.1 * (town % ${columns}) + ${SPREAD_DEGREES * 1.2} * ${normal} as longitude
        from (select id, floor(random() * ${towns})::int as town from generate_series(1, ${sales}) id offset 0) placed
        offset 0) drawn`);
    await tx`create index on house (id)`;
    const subject = `house where id % ${HOUSES_PER_SUBJECT} = 0`;
    const facts = `floor(1 + size * 5)::real as bedrooms, floor(1 + size * 3)::real as bathrooms, living as living_square_feet, lot as lot_square_feet, built as year_built`;
    const place = `address, city, '${REGION}' as state, '85001' as zip`;
    await fill(
      tx,
      'comp_sale',
      `select cell, day as sale_date, id as property_id, 60000 + living * (100 + (verdict * 80)::int) as price, latitude, longitude, ${facts},
        verdict < 0.05 as is_flip_resale, 'recorder' as source, type as property_type, ${place} from house`,
    );
    await fill(
      tx,
      'property',
      `select id as property_id, 'P' || id as parcel_id, ${place}, latitude, longitude, type as property_type, ${facts}, cell from ${subject}`,
    );
    await fill(
      tx,
      'address',
      `select upper(replace(address, ',', '')) as address_key, id as property_id, address, number::text as house_number,
        upper('Sample' || ${lettersOf('id / 9000')} || ' St') as street_key, city, '${REGION}' as state, '85001' as zip, latitude, longitude
       from ${subject}`,
    );
    await fill(
      tx,
      'sale',
      `select id as sale_id, id as property_id, 'P' || id as parcel_id, day as sale_date, 100000 as price, false as multi_parcel,
        'valid' as arms_length, '{}'::text[] as reasons from ${subject}`,
    );
    for (const table of ['deal', 'listing', 'price_trend', 'street', 'place', 'value_model', 'county'] as const) {
      await fill(tx, table, null);
    }
    await tx`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', ${AS_OF}, '[]', ${tx.json({ [REGION]: 1 })})`;
    await tx`insert into market.region (region, changed_in, south, north, west, east)
      select ${REGION}, 1, min(latitude), max(latitude), min(longitude), max(longitude) from market.comp_sale`;
  });
  for (const table of ['comp_sale', 'property', 'address', 'sale'] as const) {
    await sql.unsafe(`vacuum (freeze, analyze) market.${partitionName(table, REGION, 1)}`);
  }
}

/**
 * Creates one region's partition of a table from a query that names its columns, in stored order, indexed and
 * attached.
 */
async function fill(sql: Pick<Sql, 'unsafe'>, table: DatasetTableName, query: string | null): Promise<void> {
  const partition = partitionName(table, REGION, 1);
  await sql.unsafe(createPartitionSql('live', table, partition, REGION));
  if (query !== null) {
    await sql.unsafe(`create temporary table filling on commit drop as ${query}`);
    const [row] = await sql.unsafe<{ names: string }[]>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = 'filling'::regclass and attnum > 0`,
    );
    const order = DATASET_TABLES[table].storedInOrderOf.join(', ');
    await sql.unsafe(
      `insert into market.${partition} (region, ${row?.names}) select '${REGION}', ${row?.names} from filling order by ${order}`,
    );
    await sql.unsafe('drop table filling');
  }
  for (const statement of createIndexesSql('live', table, partition)) await sql.unsafe(statement);
  await sql.unsafe(`alter table market.${table} attach partition market.${partition} for values in ('${REGION}')`);
}
