import type { ColumnType, DatasetTable } from './tables/columns.ts';
import { COMP_TABLES } from './tables/comp-tables.ts';
import { CONTACT_TABLES } from './tables/contact-tables.ts';
import { COUNTY_TABLES } from './tables/county-tables.ts';
import { DEAL_TABLES } from './tables/deal-tables.ts';
import { MAP_TABLES } from './tables/map-tables.ts';
import { PROPERTY_TABLES } from './tables/property-tables.ts';
import { VALUE_TABLES } from './tables/value-tables.ts';

export { ALL_REGIONS, type ColumnType, type DatasetTable } from './tables/columns.ts';

/**
 * The tables of the market dataset: the contract between the pipeline that publishes them and the services that
 * read them. Every table is in PostgreSQL schema `market`, list-partitioned by `region`; rows are stored in
 * `storedInOrderOf`. DDL, COPY column order and row types follow from this description. A different order of the
 * tables changes `LAYOUT_HASH`.
 */
export const DATASET_TABLES = {
  ...PROPERTY_TABLES,
  ...DEAL_TABLES,
  ...CONTACT_TABLES,
  ...COMP_TABLES,
  ...COUNTY_TABLES,
  ...VALUE_TABLES,
  ...MAP_TABLES,
} as const satisfies Record<string, DatasetTable>;

export type DatasetTableName = keyof typeof DATASET_TABLES;

type TypeScriptOf<T extends ColumnType> = T extends 'text' | 'date'
  ? string
  : T extends 'text[]'
    ? string[]
    : T extends 'boolean'
      ? boolean
      : number;

/** A row as services read it: dates are `YYYY-MM-DD` strings, bigints are safe numbers. */
export type DatasetRow<Name extends DatasetTableName> = {
  [Key in keyof (typeof DATASET_TABLES)[Name]['columns']]: (typeof DATASET_TABLES)[Name]['columns'][Key] extends {
    type: infer T extends ColumnType;
    nullable: infer N;
  }
    ? N extends true
      ? TypeScriptOf<T> | null
      : TypeScriptOf<T>
    : never;
};
