import { NAME_TAIL_SQL } from '@plat/records';
import {
  characteristics,
  coordinates,
  type DatasetTable,
  optional,
  property_type,
  region,
  required,
  situs,
} from './columns.ts';

const { living_square_feet, ...otherCharacteristics } = characteristics;

/** Conveyances, the deals derived from them, and the buyers of those deals. */
export const DEAL_TABLES = {
  sale: {
    doc: 'One normalised conveyance of one parcel (docs/rules/sales.md) with its verdict (docs/rules/arms-length.md).',
    columns: {
      region,
      sale_id: required('bigint', 'stable 52-bit number derived from region, parcel and document'),
      property_id: required('bigint', 'property conveyed; may be missing in property'),
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
  /**
   * Columns that searches filter by come first, and fixed widths before texts, because PostgreSQL unpacks a row
   * only up to the last column it needs.
   */
  deal: {
    doc: 'A flip (docs/rules/flips.md) or a rental purchase (docs/rules/rentals.md), denormalised so that a search reads one range of one table.',
    columns: {
      deal_id: required(
        'bigint',
        'stable 52-bit number; equal to the sale_id of its purchase, except for extended flips',
      ),
      property_id: required('bigint', 'property'),
      buyer_id: required('bigint', 'buyer cluster'),
      event_date: required('date', 'resale date of a flip, purchase date of a rental'),
      visible_from: required(
        'date',
        'first as-of day on which the deal counts (right-censoring, see docs/rules/rentals.md)',
      ),
      purchase_date: required('date', 'date the buyer bought'),
      reliability: required('real', '0 to 1, reliability of the buyer cluster (docs/rules/smart-match.md)'),
      extended: required('boolean', 'flip held 366 to 730 days; not counted by default'),
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
      institution: optional(
        'text',
        'null, large (by size), alias or ibuyer (by curated list; docs/rules/institutions.md)',
      ),
      purchase_class: optional(
        'text',
        'aggressive, moderate or conservative rental purchase (docs/rules/rents.md); null when unknown',
      ),
      parcel_id: required('text', "the assessor's identifier"),
      ...situs,
      ...otherCharacteristics,
      estimated_value: optional('bigint', "US dollars, the roll's estimate of the property"),
      purchase_method: optional('text', 'cash, financed, hard_money or seller_financed'),
      sale_date: optional('date', 'date a flip was resold'),
      tests: required('text[]', 'tests of docs/rules/flips.md or docs/rules/rentals.md that the records answered'),
      buyer_name: optional('text', 'owner name as recorded, tidied'),
      buyer_name_key: optional('text', 'normalised name'),
      buyer_mailing_key: optional('text', 'Pub 28 key of the mailing address'),
      buyer_mailing_line: optional('text', 'canonical line of the mailing address, with unit'),
      buyer_mailing_city: optional('text', 'title case'),
      buyer_mailing_zip: optional('text', '5 digits'),
      buyer_mailing_state: optional('text', 'USPS code'),
    },
    storedInOrderOf: ['cell', 'event_date', 'deal_id'],
    indexes: ['btree (cell, event_date)', 'btree (buyer_id)', 'btree (property_id)'],
  },
  buyer: {
    doc: 'One buyer: a strict cluster of names and addresses (docs/rules/buyers.md).',
    columns: {
      region,
      buyer_id: required('bigint', 'stable 52-bit number'),
      name: required('text', 'most frequent recorded name'),
      is_entity: required('boolean', 'company, trust or other non-person'),
      institution: optional('text', 'null, large, alias or ibuyer'),
      institution_name: optional('text', 'parent company of the curated list'),
      flip_count: required('integer', 'flips, without extended ones'),
      rental_count: required('integer', 'rental purchases'),
      holdings_in_coverage: required('integer', 'residential properties owned now'),
      purchases_last_12_months: required('integer', 'residential purchases in the last 12 months of their counties'),
      reliability: required('real', '0 to 1'),
    },
    storedInOrderOf: ['buyer_id'],
    indexes: ['btree (buyer_id)'],
  },
  buyer_alias: {
    doc: 'The names and mailing addresses recorded for a buyer cluster.',
    columns: {
      region,
      buyer_id: required('bigint', 'cluster'),
      name_key: required('text', 'normalised name'),
      name: required('text', 'as recorded'),
      mailing_key: optional('text', 'Pub 28 key with unit'),
      mailing_building_key: optional('text', 'Pub 28 key without unit'),
      mailing_owners: optional('integer', 'owners of the region with this mailing address, with or without deals'),
      occurrences: required('integer', 'records'),
    },
    storedInOrderOf: ['name_key', 'buyer_id'],
    // text_pattern_ops also serves prefixes of a name or street line; the last two indexes serve similar names in a
    // ZIP code.
    indexes: [
      'btree (name_key text_pattern_ops)',
      'btree (mailing_key text_pattern_ops)',
      'btree (buyer_id)',
      "btree (split_part(mailing_key, '|', 2), left(name_key, 2))",
      `btree (split_part(mailing_key, '|', 2), ${NAME_TAIL_SQL})`,
    ],
  },
  buyer_merge: {
    doc: 'Ids of buyers who were merged into another one; see docs/rules/buyer-ids.md.',
    columns: {
      region,
      merged_id: required('bigint', 'id that no buyer has any more'),
      buyer_id: required('bigint', 'the buyer that it resolves to'),
    },
    storedInOrderOf: ['merged_id'],
    indexes: ['btree (merged_id)'],
  },
} as const satisfies Record<string, DatasetTable>;
