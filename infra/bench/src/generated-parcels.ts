import {
  cellSql,
  createIndexesSql,
  createPartitionSql,
  DATASET_TABLES,
  ensureMarketSchema,
  mapSquaresSql,
  partitionName,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import { AS_OF } from './generated-deals.ts';

const REGION = 'TX';
const PARCELS_PER_TOWN = 25_000;
/** A fifth of the parcels is one city of up to 10,000 parcels per square mile; the others are towns. */
const CITY = { share: 0.2, latitude: 29.76, longitude: -95.37 };
const PEAK_PER_SQUARE_MILE = 10_000;
const MILES_PER_DEGREE = 69.05;
/** One parcel in this many has a deal. */
const PARCELS_PER_DEAL = 12;

/** Publishes generated parcels with rows of usual width, some deals and their map squares. */
export async function publishParcels(sql: Sql, parcels: number): Promise<void> {
  await ensureMarketSchema(sql);
  await sql`select setseed(0.3)`;
  const property = await createPartition(sql, 'property');
  const deal = await createPartition(sql, 'deal');
  const square = await createPartition(sql, 'map_square');
  await sql.unsafe(parcelsSql(property, parcels));
  await sql.unsafe(`insert into ${deal} (${Object.keys(DATASET_TABLES.deal.columns).join(', ')})
    select ${neutralValues('deal', {
      deal_id: 'property_id',
      property_id: 'property_id',
      region: 'region',
      deal_type: "case when property_id % 3 = 0 then 'flip' else 'rental' end",
      event_date: `date '${AS_OF}' - (property_id % 1000)::int`,
      arms_length: "'valid'",
      latitude: 'latitude',
      longitude: 'longitude',
      cell: 'cell',
      extended: 'false',
    })} from ${property} where property_id % ${PARCELS_PER_DEAL} = 0`);
  await sql.unsafe(
    `insert into ${square} select '${REGION}', * from (${mapSquaresSql(property, deal)}) s order by tile, y, x`,
  );
  for (const [name, partition] of [
    ['property', property],
    ['deal', deal],
    ['map_square', square],
  ] as const) {
    for (const index of createIndexesSql('live', name, partition.split('.')[1]!)) await sql.unsafe(index);
    await sql.unsafe(`alter table market.${name} attach partition ${partition} for values in ('${REGION}')`);
    await sql.unsafe(`vacuum (freeze, analyze) ${partition}`);
  }
  await sql`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', ${AS_OF}, '[]', ${sql.json({ [REGION]: 1 })})`;
  await sql.unsafe(`insert into market.region (region, changed_in, south, north, west, east)
    select '${REGION}', 1, min(latitude), max(latitude), min(longitude), max(longitude) from ${property}`);
}

type Table = 'property' | 'deal' | 'map_square';

async function createPartition(sql: Sql, name: Table): Promise<string> {
  const partition = partitionName(name, REGION, 1);
  await sql.unsafe(createPartitionSql('live', name, partition, REGION));
  return `market.${partition}`;
}

const NEUTRAL: Readonly<Record<string, string>> = {
  text: "''",
  'text[]': "'{}'",
  date: `date '${AS_OF}'`,
  boolean: 'false',
};

/** The given columns, and neutral values of the others. */
const neutralValues = (name: Table, given: Readonly<Record<string, string>>): string =>
  Object.entries(DATASET_TABLES[name].columns)
    .map(([column, { type, nullable }]) => given[column] ?? (nullable ? 'null' : (NEUTRAL[type] ?? '0')))
    .join(', ');

/** Normal distributions around the city and the towns, as rows of table `property` in stored order. */
function parcelsSql(partition: string, parcels: number): string {
  const towns = Math.max(1, Math.ceil((parcels * (1 - CITY.share)) / PARCELS_PER_TOWN));
  const citySigma = Math.sqrt((parcels * CITY.share) / (2 * Math.PI * PEAK_PER_SQUARE_MILE)) / MILES_PER_DEGREE;
  const townSigma = 1.2 / MILES_PER_DEGREE;
  const rows = Math.ceil(Math.sqrt(towns));
  const columns = {
    region: `'${REGION}'`,
    property_id: 'id * 7919',
    parcel_id: "'R' || id",
    apn: "'R-' || id",
    address: "(id % 9000) || ' ' || street || ', Houston, TX 77002'",
    address_line: "(id % 9000) || ' ' || street",
    city: "'Houston'",
    state: "'TX'",
    zip: "'77002'",
    county: "'Harris'",
    fips: "'48201'",
    latitude: 'latitude',
    longitude: 'longitude',
    property_type: "case when id % 12 = 0 then 'CONDO' else 'SFR' end",
    bedrooms: '3',
    bathrooms: '2',
    living_square_feet: '1500',
    lot_square_feet: '6000',
    year_built: '1970',
    units_count: '1',
    land_use: "'SINGLE FAMILY RESIDENTIAL'",
    subdivision: "'OAK FOREST SECTION 12'",
    owner_name_1: "'OWNER NUMBER ' || id",
    mailing_address: "(id % 9000) || ' ' || street",
    mailing_city: "'Houston'",
    mailing_state: "'TX'",
    mailing_zip: "'77002'",
    homestead: 'true',
    assessed_land_value: '60000',
    assessed_improvement_value: '180000',
    estimated_value: '260000',
    estimated_rent: '1900',
    rent_source: "'yield'",
    avm_value: '262000',
    avm_value_low: '230000',
    avm_value_high: '300000',
    building_key: "(id % 9000) || ' ' || upper(street) || '|77002'",
    cell: cellSql('latitude', 'longitude'),
  };
  return `insert into ${partition} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')}
    from (
      select id, center_lat + sigma * distance * cos(angle) as latitude,
        center_lon + sigma * distance * sin(angle) / cos(radians(center_lat)) as longitude,
        -- A street is some 0.1 miles of latitude, so its houses lie along a line.
        'Street ' || floor((center_lat + sigma * distance * cos(angle)) * 700)::int as street
      from (
        select id, town is null as is_city, angle, distance,
          case when town is null then ${CITY.latitude} else 30.5 + (town % ${rows}) * 0.12 end as center_lat,
          case when town is null then ${CITY.longitude} else -103 + (town / ${rows}) * 0.12 end as center_lon,
          case when town is null then ${citySigma} else ${townSigma} end as sigma
        from (
          select id, case when random() < ${CITY.share} then null else floor(random() * ${towns})::int end as town,
            2 * pi() * random() as angle, sqrt(-2 * ln(1 - random())) as distance
          from generate_series(1, ${parcels}::bigint) id
        ) drawn
      ) around
    ) parcel
    order by ${cellSql('latitude', 'longitude')}, id * 7919`;
}
