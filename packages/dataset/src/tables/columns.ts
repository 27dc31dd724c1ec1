/** Types that describe the dataset's tables, and columns shared by several tables. */
export type ColumnType =
  | 'text'
  | 'text[]'
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'real'
  | 'double precision'
  | 'date'
  | 'boolean';

export interface Column {
  type: ColumnType;
  nullable: boolean;
  doc: string;
}

export interface DatasetTable {
  doc: string;
  columns: Readonly<Record<string, Column>>;
  storedInOrderOf: readonly string[];
  /** Index definitions as the text after `USING`, for example `btree (cell, event_date)`. */
  indexes: readonly string[];
}

export const required = <const T extends ColumnType>(type: T, doc: string) => ({ type, nullable: false as const, doc });
export const optional = <const T extends ColumnType>(type: T, doc: string) => ({ type, nullable: true as const, doc });

/** Region of rows that belong to no state: contacts and suppressions. */
export const ALL_REGIONS = 'ALL';

export const region = required('text', 'partition key: USPS state code, or ALL');
export const property_type = required('text', 'SFR, MFR, CONDO, MOBILE, LAND or OTHER');
export const characteristics = {
  bedrooms: optional('real', 'count'),
  bathrooms: optional('real', 'count'),
  living_square_feet: optional('integer', 'square feet'),
  lot_square_feet: optional('integer', 'square feet'),
  year_built: optional('smallint', 'calendar year'),
  units_count: optional('integer', 'dwelling units'),
} as const;
export const situs = {
  address: optional('text', 'canonical full address: 123 Main St Apt 4, Phoenix, AZ 85043'),
  address_line: optional('text', 'canonical line without city: 123 Main St Apt 4'),
  city: optional('text', 'title case'),
  state: required('text', 'USPS code'),
  zip: optional('text', '5 digits'),
  county: optional('text', 'county name'),
  fips: optional('text', '5-digit county FIPS code'),
} as const;
export const coordinates = {
  latitude: optional('double precision', 'decimal degrees'),
  longitude: optional('double precision', 'decimal degrees'),
} as const;
