import {
  createIndexesSql,
  createPartitionSql,
  type DatasetTableName,
  ensureMarketSchema,
  marketSchema,
  partitionName,
  schemaOf,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { AS_OF } from './generated-deals.ts';

const REGION = 'TX';
const HOUSES_PER_STREET = 100;
const HIGHEST_HOUSE_NUMBER = 5_000;
const SUFFIXES = ['Ave', 'Ct', 'Dr', 'Ln', 'St'];
const STREET_NAMES = [
  ...['Acacia', 'Alder', 'Amber', 'Apple', 'Aspen', 'Birch', 'Brook', 'Canyon', 'Cedar', 'Cherry', 'Clover', 'Coral'],
  ...['Cypress', 'Dogwood', 'Eagle', 'Elm', 'Fern', 'Fox Hollow', 'Garnet', 'Hawthorn', 'Hickory', 'Holly', 'Indigo'],
  ...['Jasper', 'Juniper', 'Laurel', 'Lilac', 'Linden', 'Magnolia', 'Maple', 'Meadowlark', 'Mesquite', 'Mulberry'],
  ...['Myrtle', 'Oak Ridge', 'Olive', 'Orchard', 'Pecan', 'Persimmon', 'Pine', 'Poplar', 'Quail Run', 'Redbud'],
  ...['Rosewood', 'Sage', 'Spruce', 'Sycamore', 'Tamarack', 'Walnut', 'Willow'],
];
const TOWN_NAMES = [
  ...['Alderton', 'Brookfield', 'Cedarville', 'Dunmore', 'Eastbury', 'Fairbank', 'Glenwood', 'Harlow', 'Irvington'],
  ...['Jamesport', 'Kingsley', 'Langford', 'Millbrook', 'Northgate', 'Oakdale', 'Pinehurst', 'Quincyville', 'Ridgeway'],
  ...['Stonebridge', 'Thornbury'],
];

/**
 * Publishes half a million generated addresses in twenty towns, with the street and place dictionaries that the
 * pipeline would derive. All towns have the same street names, as neighbouring towns do. Test keys read the sample
 * realm, other keys the live one.
 * @returns the number of addresses.
 */
export async function publishAddresses(sql: Sql, realm: Realm = 'live'): Promise<number> {
  await ensureMarketSchema(sql);
  const schema = marketSchema(realm);
  await sql.begin(async (tx) => {
    await tx`select setseed(0.42)`;
    await tx`
      create temporary table generated on commit drop as
      select row_number() over () as property_id, house, name, name || ' ' || suffix as street, town,
        (75000 + at)::text as zip, 31 + 0.05 * at + 0.02 * random() as latitude, -100 + 0.05 * at + 0.02 * random() as longitude
      from (
        select *, 100 + floor(random() * ${HIGHEST_HOUSE_NUMBER - 99})::int as house
        from unnest(${TOWN_NAMES}::text[]) with ordinality towns (town, at), unnest(${STREET_NAMES}::text[]) name,
          unnest(${SUFFIXES}::text[]) suffix, generate_series(1, ${HOUSES_PER_STREET}::int)
      ) drawn`;
    const publish = async (table: DatasetTableName, rows: string) => {
      const partition = partitionName(table, REGION, 1);
      await tx.unsafe(createPartitionSql(realm, table, partition, REGION));
      await tx.unsafe(`insert into ${schema}.${partition} ${rows}`);
      for (const statement of createIndexesSql(realm, table, partition)) await tx.unsafe(statement);
      await tx.unsafe(
        `alter table ${schema}.${table} attach partition ${schema}.${partition} for values in ('${REGION}')`,
      );
    };
    await publish(
      'address',
      `select * from (
         select '${REGION}', upper(house || ' ' || street || ' ' || town) || ' ${REGION} ' || zip as address_key, property_id,
           house || ' ' || street || ', ' || town || ', ${REGION} ' || zip, house::text, upper(street), null, town,
           '${REGION}', zip, latitude, longitude
         from generated
       ) rows order by address_key collate "C", property_id`,
    );
    await publish(
      'street',
      `select '${REGION}', upper(street), upper(name), upper(town), zip, count(*) from generated group by 2, 3, 4, 5`,
    );
    await publish(
      'place',
      `select '${REGION}', 'city', upper(town), town || ', ${REGION}', avg(latitude), avg(longitude), count(*)
       from generated group by town
       union all select '${REGION}', 'zip', zip, town || ', ${REGION} ' || zip, avg(latitude), avg(longitude), count(*)
       from generated group by town, zip`,
    );
    await tx`insert into ${schemaOf(sql, realm)}.version (version, kind, as_of, imports, regions) values (1, 'import', ${AS_OF}, '[]', ${tx.json({ [REGION]: 1 })})`;
    await tx`
      insert into ${schemaOf(sql, realm)}.region (region, changed_in, south, north, west, east)
      select ${REGION}, 1, min(latitude), max(latitude), min(longitude), max(longitude) from generated`;
  });
  for (const table of ['address', 'street', 'place'] as const) {
    await sql.unsafe(`vacuum (freeze, analyze) ${schema}.${partitionName(table, REGION, 1)}`);
  }
  const [counted] = await sql<
    { addresses: number }[]
  >`select count(*) as addresses from ${schemaOf(sql, realm)}.address`;
  return counted!.addresses;
}
