import { type DatasetTable, optional, region, required } from './columns.ts';

/** Coverage of the counties. */
export const COUNTY_TABLES = {
  county: {
    doc: 'One county of the region: the days and counts of its records.',
    columns: {
      region,
      county_key: required('text', 'FIPS code, otherwise upper-case county name; empty for records without a county'),
      fips: optional('text', '5-digit county FIPS code'),
      name: optional('text', 'without "County" at the end'),
      state: required('text', 'USPS code'),
      is_sample: required('boolean', 'of the generated market'),
      records_from: optional('date', 'oldest sale'),
      records_through: optional('date', 'the pinned day, otherwise the newest sale; null with neither'),
      is_pinned: required('boolean', 'an import with --as-of set records_through'),
      properties: required('integer', 'parcels'),
      sales: required('integer', 'conveyances of one parcel'),
      flips: required('integer', 'flips on the open market, without extended ones'),
      rentals: required('integer', 'rental purchases on the open market'),
      buyers: required('integer', 'buyers with at least one of these flips or rental purchases'),
      share_with_price: required('double precision', 'share of the sales, 0 to 1'),
      share_with_owner: required('double precision', 'share of the properties, 0 to 1'),
      share_with_coordinates: required('double precision', 'share of the properties, 0 to 1'),
      has_prices: required('boolean', 'a sale or a closed listing has a price'),
      sources: required('text[]', 'sources of the imports with records of the county, oldest first'),
      imported_at: required('text', 'ISO 8601, UTC; the newest of these imports'),
    },
    storedInOrderOf: ['county_key'],
    indexes: ['btree (county_key)'],
  },
} as const satisfies Record<string, DatasetTable>;
