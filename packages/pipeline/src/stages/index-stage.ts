import { ALL_REGIONS, cellSql, type DatasetTableName, mapSquaresSql, sqlText, tableOf, tablesOf } from '@plat/dataset';
import type { Stage } from './stage.ts';

/** The source of each dataset table's rows, and the columns that are not copied unchanged. */
const SOURCES: Record<DatasetTableName, { from: string; computed?: Readonly<Record<string, string>> }> = {
  property: {
    from: `(select * from (select * exclude (estimated_rent) from norm_property)
      left join property_value using (property_id) left join property_rent using (property_id))`,
    computed: { cell: cellSql('latitude', 'longitude'), building_key: 'situs_building_key' },
  },
  address: {
    from: '(select * from norm_property where address_key is not null and address is not null and street_key is not null)',
  },
  street: {
    from: `(select street_key, any_value(street_name_key) as street_name_key, upper(city) as city_key, zip, count(*) as address_count
      from norm_property where street_key is not null and street_name_key is not null group by all)`,
  },
  place: {
    from: `(
      select 'city' as kind, upper(city) as place_key, mode(city) || ', ' || mode(state) as label,
        median(latitude) as latitude, median(longitude) as longitude, count(*) as address_count
      from norm_property where city is not null group by upper(city) having count(latitude) > 0
      union all
      select 'zip', zip, coalesce(mode(city) || ', ', '') || mode(state) || ' ' || zip,
        median(latitude), median(longitude), count(*)
      from norm_property where zip is not null group by zip having count(latitude) > 0)`,
  },
  sale: { from: 'sale' },
  deal: {
    from: '(select * from deal left join purchase_class using (deal_id))',
    computed: { cell: cellSql('latitude', 'longitude') },
  },
  buyer: { from: 'buyer' },
  buyer_alias: { from: 'buyer_alias' },
  buyer_merge: { from: '(select * from buyer_merge where buyer_id in (select buyer_id from buyer))' },
  contact: { from: 'norm_contact' },
  phone_name: { from: '(select distinct name_key from norm_contact where len(wireless) + len(landline) > 0)' },
  suppression: { from: 'norm_suppression' },
  listing: { from: 'norm_listing' },
  comp_sale: { from: 'comp_sale' },
  price_trend: { from: 'price_trend' },
  county: { from: 'county' },
  value_model: { from: 'value_model' },
  value_accuracy: { from: 'value_accuracy' },
  map_square: { from: `(${mapSquaresSql('norm_property', 'deal')})` },
};

function buildSql(table: DatasetTableName, region: string): string {
  const { from, computed } = SOURCES[table];
  const columns = Object.keys(tableOf(table).columns).map((column) =>
    column === 'region' ? `${sqlText(region)} as region` : `${computed?.[column] ?? column} as ${column}`,
  );
  return `create or replace table out_${table} as select ${columns.join(', ')} from ${from} source`;
}

function indexStage(region: string, inputs: readonly string[]): Stage {
  const tables = tablesOf(region);
  return {
    name: 'index',
    inputs,
    outputs: tables.map((table) => `out_${table}`),
    async run(build) {
      for (const table of tables) await build.duck.run(buildSql(table, build.region));
    },
  };
}

/** Gives a state's rows the columns of the dataset: grid cells, and the address book with its streets and places. */
export const indexState = indexStage('', [
  'norm_property',
  'norm_listing',
  'sale',
  'deal',
  'comp_sale',
  'price_trend',
  'buyer',
  'buyer_alias',
  'buyer_merge',
  'property_value',
  'property_rent',
  'purchase_class',
  'value_model',
  'value_accuracy',
  'county',
]);

/** The same for rows that belong to no state. */
export const indexAll = indexStage(ALL_REGIONS, ['norm_contact', 'norm_suppression']);
