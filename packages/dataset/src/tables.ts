import { NAME_TAIL_SQL } from '@plat/records';

/**
 * The market dataset's tables: the contract between the pipeline that publishes them and the services that read them.
 * Every table lives in PostgreSQL schema `market`, list-partitioned by `region`; a partition's rows are stored in
 * `storedInOrderOf`. DDL, COPY column order and row types all follow from this one description.
 */
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

const required = <const T extends ColumnType>(type: T, doc: string) => ({ type, nullable: false as const, doc });
const optional = <const T extends ColumnType>(type: T, doc: string) => ({ type, nullable: true as const, doc });

/** Region of rows that belong to no state: contacts and suppressions. */
export const ALL_REGIONS = 'ALL';

const region = required('text', 'partition key: USPS state code, or ALL');
const property_type = required('text', 'SFR, MFR, CONDO, MOBILE, LAND or OTHER');
const characteristics = {
  bedrooms: optional('real', 'count'),
  bathrooms: optional('real', 'count'),
  living_square_feet: optional('integer', 'square feet'),
  lot_square_feet: optional('integer', 'square feet'),
  year_built: optional('smallint', 'calendar year'),
  units_count: optional('integer', 'dwelling units'),
} as const;
const { living_square_feet, ...otherCharacteristics } = characteristics;
const situs = {
  address: optional('text', 'canonical full address: 123 Main St Apt 4, Phoenix, AZ 85043'),
  address_line: optional('text', 'canonical line without city: 123 Main St Apt 4'),
  city: optional('text', 'title case'),
  state: required('text', 'USPS code'),
  zip: optional('text', '5 digits'),
  county: optional('text', 'county name'),
  fips: optional('text', '5-digit county FIPS code'),
} as const;
const coordinates = {
  latitude: optional('double precision', 'decimal degrees'),
  longitude: optional('double precision', 'decimal degrees'),
} as const;

export const DATASET_TABLES = {
  property: {
    doc: 'One parcel (or condominium unit) as the roll describes it.',
    columns: {
      region,
      property_id: required('bigint', 'stable 52-bit number derived from region and parcel_id'),
      parcel_id: required('text', "the assessor's identifier"),
      apn: optional('text', 'as printed'),
      ...situs,
      ...coordinates,
      property_type,
      ...characteristics,
      quality_grade: optional('real', "the assessor's grade of construction as a number, more is better"),
      effective_year_built: optional('smallint', 'year that the building is as good as, after renovation'),
      waterfront: optional('boolean', 'on the water'),
      land_use: optional('text', 'as the source says'),
      subdivision: optional('text', 'name'),
      flood_zone: optional('text', 'FEMA zone'),
      owner_name_1: optional('text', 'as recorded'),
      owner_name_2: optional('text', 'as recorded'),
      mailing_address: optional('text', 'canonical line'),
      mailing_city: optional('text', 'title case'),
      mailing_state: optional('text', 'USPS code'),
      mailing_zip: optional('text', '5 digits'),
      homestead: optional('boolean', 'owner-occupancy exemption'),
      assessed_land_value: optional('bigint', 'US dollars'),
      assessed_improvement_value: optional('bigint', 'US dollars'),
      estimated_value: optional('bigint', 'US dollars'),
      estimated_rent: optional('integer', 'US dollars a month of all homes on the parcel (C.9)'),
      rent_source: optional('text', 'recorded, table or yield; null without a rent'),
      avm_value: optional(
        'bigint',
        'US dollars, our estimate on the last day of its county (C.8); null without a model or facts',
      ),
      avm_value_low: optional('bigint', 'US dollars, low end of its 85 % range'),
      avm_value_high: optional('bigint', 'US dollars, high end of its 85 % range'),
      building_key: optional('text', 'Pub 28 house and street with ZIP or city, without the unit: 123 MAIN ST|85043'),
      cell: optional('integer', 'grid cell of the coordinates; null without them'),
    },
    storedInOrderOf: ['cell', 'property_id'],
    indexes: ['btree (property_id)', 'btree (parcel_id)', 'btree (cell)'],
  },
  address: {
    doc: 'Every address of the dataset under its search key, for autocomplete and resolution.',
    columns: {
      region,
      address_key: required('text', 'Pub 28 key: 123 MAIN ST APT 4 PHOENIX AZ 85043'),
      property_id: required('bigint', 'property at this address'),
      address: required('text', 'canonical full address; resolves to this property'),
      house_number: optional('text', 'as printed, upper case'),
      street_key: required('text', 'Pub 28 street with directionals and suffix: N MAIN ST'),
      unit_key: optional('text', 'Pub 28 unit: APT 4'),
      city: optional('text', 'title case'),
      state: required('text', 'USPS code'),
      zip: optional('text', '5 digits'),
      latitude: optional('double precision', 'decimal degrees'),
      longitude: optional('double precision', 'decimal degrees'),
    },
    storedInOrderOf: ['address_key', 'property_id'],
    indexes: ['btree (address_key text_pattern_ops)', 'btree (street_key, house_number)', 'btree (property_id)'],
  },
  street: {
    doc: 'Distinct streets by locality, the dictionary of typo tolerance.',
    columns: {
      region,
      street_key: required('text', 'N MAIN ST'),
      street_name_key: required('text', 'street name without directionals and suffix: MAIN'),
      city_key: optional('text', 'upper case'),
      zip: optional('text', '5 digits'),
      address_count: required('integer', 'addresses on it'),
    },
    storedInOrderOf: ['street_key', 'city_key', 'zip'],
    indexes: ['btree (street_key text_pattern_ops)'],
  },
  place: {
    doc: 'Cities and ZIP codes with the centroid of their properties.',
    columns: {
      region,
      kind: required('text', 'city or zip'),
      place_key: required('text', 'upper-case city name or 5-digit ZIP'),
      label: required('text', 'Phoenix, AZ or Phoenix, AZ 85043'),
      latitude: required('double precision', 'median latitude'),
      longitude: required('double precision', 'median longitude'),
      address_count: required('integer', 'properties in it'),
    },
    storedInOrderOf: ['place_key'],
    indexes: ['btree (place_key text_pattern_ops)'],
  },
  sale: {
    doc: 'One normalised conveyance of one parcel (decision C.0) with its verdict (C.1).',
    columns: {
      region,
      sale_id: required('bigint', 'stable 52-bit number derived from region, parcel and document'),
      property_id: required('bigint', 'property conveyed; may be absent from property'),
      parcel_id: required('text', "the assessor's identifier"),
      county_key: required('text', 'key of its county in table county, also where property lacks the parcel'),
      document_id: optional('text', 'recording document'),
      sale_date: required('date', 'deed date'),
      recorded_date: optional('date', 'recording date'),
      price: optional('bigint', 'US dollars; null when missing or under 1,000'),
      deed_type: optional('text', 'code of codes/deed-types'),
      multi_parcel: required('boolean', 'the document conveys more than one parcel'),
      grantor: optional('text', 'seller as recorded'),
      grantee: optional('text', 'buyer as recorded'),
      seller_id: optional('bigint', 'buyer cluster of the seller'),
      buyer_id: optional('bigint', 'buyer cluster of the buyer'),
      purchase_method: optional('text', 'cash, financed, hard_money or seller_financed'),
      loan_amount: optional('bigint', 'US dollars'),
      arms_length: required('text', 'valid, non_arms_length or undetermined'),
      reasons: required('text[]', 'reason codes of the verdict'),
    },
    storedInOrderOf: ['property_id', 'sale_date'],
    indexes: ['btree (property_id, sale_date)', 'btree (buyer_id)'],
  },
  /** Columns that a search filters by come first, those of fixed width before texts: PostgreSQL unpacks a row only that far. */
  deal: {
    doc: 'A flip (C.2) or a rental purchase (C.3), denormalised so that a search reads one range of one table.',
    columns: {
      deal_id: required('bigint', 'stable 52-bit number; the sale_id of its purchase, but for extended flips'),
      property_id: required('bigint', 'property'),
      buyer_id: required('bigint', 'buyer cluster'),
      event_date: required('date', 'resale date of a flip, purchase date of a rental'),
      visible_from: required('date', 'first as-of day on which the deal counts (right-censoring of C.3)'),
      purchase_date: required('date', 'date the buyer bought'),
      reliability: required('real', '0 to 1, C.7 reliability of the buyer cluster'),
      extended: required('boolean', 'flip held 366 to 730 days; never counted by default'),
      buyer_is_entity: required('boolean', 'company, trust or other non-person'),
      cell: optional('integer', 'grid cell of the property; null without coordinates'),
      ...coordinates,
      living_square_feet,
      purchase_price: optional('bigint', 'US dollars'),
      sale_price: optional('bigint', 'US dollars'),
      region,
      deal_type: required('text', 'flip or rental'),
      arms_length: required('text', 'verdict of the purchase; a resale is always valid'),
      property_type,
      institution: optional('text', 'null, large (C.5 by size), alias or ibuyer (C.5 by curated list)'),
      purchase_class: optional(
        'text',
        'aggressive, moderate or conservative rental purchase (C.9); null when it cannot be told',
      ),
      parcel_id: required('text', "the assessor's identifier"),
      ...situs,
      ...otherCharacteristics,
      estimated_value: optional('bigint', "US dollars, the roll's estimate of the property"),
      purchase_method: optional('text', 'cash, financed, hard_money or seller_financed'),
      sale_date: optional('date', 'date a flip was resold'),
      tests: required('text[]', 'which tests of C.2 or C.3 the records answered'),
      buyer_name: optional('text', 'owner name as recorded, tidied'),
      buyer_name_key: optional('text', 'normalised name'),
      buyer_mailing_key: optional('text', 'Pub 28 key of the mailing address'),
      buyer_mailing_zip: optional('text', '5 digits'),
      buyer_mailing_state: optional('text', 'USPS code'),
    },
    storedInOrderOf: ['cell', 'event_date', 'deal_id'],
    indexes: ['btree (cell, event_date)', 'btree (buyer_id)', 'btree (property_id)'],
  },
  buyer: {
    doc: 'One buyer: a cluster of names and addresses (C.6 strict).',
    columns: {
      region,
      buyer_id: required('bigint', 'stable 52-bit number'),
      name: required('text', 'most frequent recorded name'),
      is_entity: required('boolean', 'company, trust or other non-person'),
      institution: optional('text', 'null, large, alias or ibuyer'),
      institution_name: optional('text', 'parent company of the curated list'),
      flip_count: required('integer', 'flips, extended ones excluded'),
      rental_count: required('integer', 'rental purchases'),
      holdings_in_coverage: required('integer', 'residential properties owned now'),
      purchases_last_12_months: required('integer', 'residential purchases in the last 12 months of their counties'),
      reliability: required('real', '0 to 1'),
    },
    storedInOrderOf: ['buyer_id'],
    indexes: ['btree (buyer_id)'],
  },
  buyer_alias: {
    doc: 'The names and mailing addresses that a buyer cluster was seen under.',
    columns: {
      region,
      buyer_id: required('bigint', 'cluster'),
      name_key: required('text', 'normalised name'),
      name: required('text', 'as recorded'),
      mailing_key: optional('text', 'Pub 28 key with unit'),
      mailing_building_key: optional('text', 'Pub 28 key without unit'),
      mailing_owners: optional('integer', 'owners of the region with this mailing address, with deals or without'),
      occurrences: required('integer', 'records'),
    },
    storedInOrderOf: ['name_key', 'buyer_id'],
    // By pattern, so that the beginning of a name or of a street line finds it too; the last two for alike names in a ZIP code.
    indexes: [
      'btree (name_key text_pattern_ops)',
      'btree (mailing_key text_pattern_ops)',
      'btree (buyer_id)',
      "btree (split_part(mailing_key, '|', 2), left(name_key, 2))",
      `btree (split_part(mailing_key, '|', 2), ${NAME_TAIL_SQL})`,
    ],
  },
  contact: {
    doc: 'People behind owner names, from the contact files. Region ALL.',
    columns: {
      region,
      name_key: required('text', 'normalised owner name'),
      is_entity: required('boolean', 'company, trust or other non-person'),
      mailing_key: optional('text', 'Pub 28 key with unit'),
      mailing_state: optional('text', 'USPS code'),
      mailing_zip: optional('text', '5 digits'),
      first_name: optional('text', 'title case'),
      last_name: optional('text', 'title case'),
      wireless: required('text[]', '10-digit numbers, best first'),
      landline: required('text[]', '10-digit numbers, best first'),
      email: required('text[]', 'lower case, best first'),
    },
    storedInOrderOf: ['name_key', 'mailing_key'],
    indexes: ['btree (name_key)'],
  },
  /** Apart from `contact`, so that a service may count buyers with a phone without the right to read contacts. */
  phone_name: {
    doc: 'Owner names for which a contact with a telephone number is on file. Region ALL.',
    columns: {
      region,
      name_key: required('text', 'normalised owner name'),
    },
    storedInOrderOf: ['name_key'],
    indexes: ['btree (name_key)'],
  },
  suppression: {
    doc: 'Do-not-contact entries (C.12). Region ALL.',
    columns: {
      region,
      kind: required('text', 'phone, email or person'),
      value: required('text', '10 digits, lower-case address, or FIRST LAST|ZIP'),
      list: required('text', 'national_dnc, state_dnc, opt_out, litigator, reassigned or deletion'),
      listed_on: optional('date', 'snapshot or request day'),
    },
    storedInOrderOf: ['kind', 'value'],
    // The second one answers how old the national snapshot is without a scan of a registry of 200 million numbers.
    indexes: ['btree (kind, value)', 'btree (list, listed_on)'],
  },
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
  /** Like deal: what a search filters by first, fixed width before texts. */
  comp_sale: {
    doc: 'A valid sale of a house that stood when it was sold, denormalised so that comps are read from one range of one table.',
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
      source: required('text', 'recorder for deeds, mls for closed listings where prices are not public (C.13)'),
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
    doc: 'How prices move with time and size, by property type: what comps are adjusted by.',
    columns: {
      region,
      county_key: required('text', 'FIPS code, else upper-case county name; empty for the whole region'),
      property_type,
      sale_count: required(
        'integer',
        "sales of the county's last 24 months, or of the 24 months before the newest county's day for the region",
      ),
      annual_log_change: required('real', 'change a year of log price per square foot, within grid cells'),
      size_elasticity: required('real', 'change of log price for a change of log living area, within grid cells'),
    },
    storedInOrderOf: ['property_type', 'county_key'],
    indexes: ['btree (property_type, county_key)'],
  },
  county: {
    doc: 'One county of the region: the days and numbers of its records.',
    columns: {
      region,
      county_key: required('text', 'FIPS code, else upper-case county name; empty for records that name no county'),
      fips: optional('text', '5-digit county FIPS code'),
      name: optional('text', 'without "County" at the end'),
      state: required('text', 'USPS code'),
      is_sample: required('boolean', 'of the generated market'),
      records_from: optional('date', 'oldest sale'),
      records_through: optional('date', 'the pinned day, else the newest sale; null with neither'),
      is_pinned: required('boolean', 'an import with --as-of set records_through'),
      properties: required('integer', 'parcels'),
      sales: required('integer', 'conveyances of one parcel'),
      flips: required('integer', 'flips on the open market, extended ones excluded'),
      rentals: required('integer', 'rental purchases on the open market'),
      buyers: required('integer', 'buyers with at least one of these flips or rental purchases'),
      share_with_price: required('double precision', 'of the sales, 0 to 1'),
      share_with_owner: required('double precision', 'of the properties, 0 to 1'),
      share_with_coordinates: required('double precision', 'of the properties, 0 to 1'),
      has_prices: required('boolean', 'a sale or a closed listing has a price'),
      sources: required('text[]', 'sources of the imports that hold records of the county, oldest first'),
      imported_at: required('text', 'ISO 8601, UTC; the newest of these imports'),
    },
    storedInOrderOf: ['county_key'],
    indexes: ['btree (county_key)'],
  },
  value_model: {
    doc: 'The value model of a region (C.8), cut into parts; no rows where there are too few sales or no prices.',
    columns: {
      region,
      part: required('integer', 'from 0'),
      model_version: required('text', 'newest day of a county and hash of the contents: 2026-01-31-1a2b3c4d'),
      content: required('text', 'base64 of the compressed model, to be joined in order of parts'),
    },
    storedInOrderOf: ['part'],
    indexes: [],
  },
  value_accuracy: {
    doc: "How close the region's value model comes to later sales, by county and property type; measured while it is trained.",
    columns: {
      region,
      county: required('text', 'as recorded, or unknown'),
      property_type,
      model_version: required('text', 'the model that was measured'),
      evaluated_on: required('date', 'build day'),
      metrics: required('text', 'JSON of the other fields of GET /v1/accuracy'),
    },
    storedInOrderOf: ['county', 'property_type'],
    indexes: [],
  },
} as const satisfies Record<string, DatasetTable>;

export type DatasetTableName = keyof typeof DATASET_TABLES;

type TypeScriptOf<T extends ColumnType> = T extends 'text' | 'date'
  ? string
  : T extends 'text[]'
    ? string[]
    : T extends 'boolean'
      ? boolean
      : number;

/** A row as the services read it: dates are `YYYY-MM-DD` strings, bigints are safe numbers. */
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
