/**
 * The DuckDB tables that stages hand to each other while one region is rebuilt. Columns not listed here are private
 * to a stage. Names of columns mean the same as in the canonical files and the dataset tables.
 *
 * read, map   (per import)  -> facts: Parquet files of canonical, typed rows, one per kind and region
 * normalise   (per region)  -> norm_property, norm_transfer, norm_listing, norm_rent; for ALL: norm_contact, norm_suppression
 * cluster     (per region)  -> party, buyer_of_name, buyer_merge
 * validate    (per region)  -> sale
 * derive      (per region)  -> deal, buyer, buyer_alias, comp_sale, price_trend
 * estimate    (per region)  -> property_value, value_model, forward_sale
 * measure     (per region)  -> value_accuracy
 * rents       (per region)  -> property_rent, purchase_class
 * index       (per region)  -> one table `out_<dataset table>` per DATASET_TABLES entry, same columns, same order
 * publish                   -> PostgreSQL partitions, one transaction
 */
export const WORKING_TABLES = {
  /** Latest roll row of each parcel of the region. */
  norm_property: `
    property_id BIGINT, parcel_id VARCHAR, fips VARCHAR, apn VARCHAR, county VARCHAR,
    address VARCHAR, address_line VARCHAR, house_number VARCHAR, street_key VARCHAR, street_name_key VARCHAR, unit_key VARCHAR,
    address_key VARCHAR, situs_key VARCHAR, situs_building_key VARCHAR,
    city VARCHAR, state VARCHAR, zip VARCHAR, latitude DOUBLE, longitude DOUBLE,
    property_type VARCHAR, land_use VARCHAR, bedrooms DOUBLE, bathrooms DOUBLE, living_square_feet INTEGER,
    lot_square_feet INTEGER, year_built INTEGER, units_count INTEGER,
    quality_grade DOUBLE, effective_year_built INTEGER, waterfront BOOLEAN, subdivision VARCHAR, flood_zone VARCHAR,
    owner_name_1 VARCHAR, owner_name_2 VARCHAR, owner_name VARCHAR,
    mailing_address VARCHAR, mailing_city VARCHAR, mailing_state VARCHAR, mailing_zip VARCHAR,
    mailing_key VARCHAR, mailing_building_key VARCHAR, homestead BOOLEAN,
    assessed_land_value BIGINT, assessed_improvement_value BIGINT, estimated_value BIGINT, estimated_rent INTEGER`,
  /**
   * Every transfer row of the region before merging; deed_type is a code, sale_validity 'market', 'not_market' or
   * null.
   */
  norm_transfer: `
    row_id BIGINT, property_id BIGINT, parcel_id VARCHAR, document_id VARCHAR, sale_date DATE, recorded_date DATE, price BIGINT,
    grantor VARCHAR, grantee VARCHAR, deed_type VARCHAR, sale_validity VARCHAR, sale_validity_text VARCHAR,
    vacant_at_sale BOOLEAN,
    buyer_mailing_key VARCHAR, buyer_mailing_building_key VARCHAR, buyer_mailing_line VARCHAR, buyer_mailing_city VARCHAR,
    buyer_mailing_state VARCHAR, buyer_mailing_zip VARCHAR,
    loan_amount BIGINT, lender VARCHAR, county VARCHAR`,
  /** Monthly rent of one home in US dollars by ZIP code and bedrooms, 0 to 4; 4 means four or more. */
  norm_rent: 'zip VARCHAR, bedrooms INTEGER, rent DOUBLE',
  norm_listing: 'listing_id VARCHAR, property_id BIGINT, list_date DATE, close_date DATE, close_price BIGINT',
  norm_contact: `
    name_key VARCHAR, is_entity BOOLEAN, mailing_key VARCHAR, mailing_state VARCHAR, mailing_zip VARCHAR,
    first_name VARCHAR, last_name VARCHAR, wireless VARCHAR[], landline VARCHAR[], email VARCHAR[]`,
  norm_suppression: 'kind VARCHAR, value VARCHAR, list VARCHAR, listed_on DATE',
  /** One row per distinct recorded name (grantor, grantee or roll owner) of the region. */
  party: `
    name VARCHAR, name_key VARCHAR, kind VARCHAR, is_entity BOOLEAN, surname_key VARCHAR, display_name VARCHAR,
    is_ibuyer BOOLEAN`,
  /** Cluster of each name_key (docs/rules/buyers.md, strict). */
  buyer_of_name: 'name_key VARCHAR, buyer_id BIGINT',
  /** Ids that were merged into the id of another buyer. */
  buyer_merge: 'merged_id BIGINT, buyer_id BIGINT',
} as const;
