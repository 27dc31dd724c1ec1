import { characteristics, type DatasetTable, optional, property_type, region, required } from './columns.ts';

/** Sales that serve as comps and the trends that adjust their prices. */
export const COMP_TABLES = {
  listing: {
    doc: 'Closed listings, the comps of non-disclosure states.',
    columns: {
      region,
      listing_id: required('text', "the MLS's identifier"),
      property_id: required('bigint', 'property sold'),
      list_date: optional('date', 'listed'),
      close_date: required('date', 'closed'),
      close_price: required('bigint', 'US dollars'),
    },
    storedInOrderOf: ['property_id', 'close_date'],
    indexes: ['btree (property_id)'],
  },
  /** As in `deal`: columns that searches filter by come first, and fixed widths before texts. */
  comp_sale: {
    doc: 'A valid sale of a house that existed when it was sold, denormalised so that comps are read from one range of one table.',
    columns: {
      cell: required('integer', 'grid cell of the property'),
      sale_date: required('date', 'deed date, or closing of a listing'),
      superseded_on: optional('date', 'the next such sale of the property; null for the latest'),
      property_id: required('bigint', 'property sold'),
      price: required('bigint', 'US dollars'),
      latitude: required('double precision', 'decimal degrees'),
      longitude: required('double precision', 'decimal degrees'),
      ...characteristics,
      is_flip_resale: required('boolean', 'the resale of a flip held at most 365 days: sold renovated'),
      region,
      source: required('text', 'recorder for deeds, mls for closed listings where prices are not public'),
      property_type,
      building_key: optional('text', 'Pub 28 house and street with ZIP or city, without the unit: 123 MAIN ST|85043'),
      address: optional('text', 'canonical full address'),
      city: optional('text', 'title case'),
      state: required('text', 'USPS code'),
      zip: optional('text', '5 digits'),
    },
    storedInOrderOf: ['cell', 'sale_date', 'property_id'],
    indexes: ['btree (cell, sale_date)'],
  },
  price_trend: {
    doc: 'Price changes over time and size by property type, for adjusting comps.',
    columns: {
      region,
      county_key: required('text', 'FIPS code, otherwise upper-case county name; empty for the whole region'),
      property_type,
      sale_count: required(
        'integer',
        "sales of the county's last 24 months, or of the 24 months before the newest county's day for the region",
      ),
      annual_log_change: required('real', 'yearly change of log price per square foot, within grid cells'),
      size_elasticity: required('real', 'change of log price per change of log living area, within grid cells'),
    },
    storedInOrderOf: ['property_type', 'county_key'],
    indexes: ['btree (property_type, county_key)'],
  },
} as const satisfies Record<string, DatasetTable>;
