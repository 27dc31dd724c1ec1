-- The market dataset on Citus 12 or newer, for the coordinator: see docs/adr/0022-scale-out.md.
-- Run it in the database of Plat before the first import, after adding the workers (citus_add_node).
-- Everything else stays local on the coordinator: the schemas of services, their jobs, plat_migrations and
-- market_sample (the small market of test keys, created by `plat migrate`).

create extension if not exists citus;
create schema if not exists market;

-- Small tables that every search reads: a copy on every node.
create table market.dataset (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  layout text not null
);
create table market.version (
  version bigint primary key,
  kind text not null check (kind in ('import', 'rebuild', 'rollback', 'removal')),
  as_of date not null,
  created_at timestamptz not null default now(),
  imports jsonb not null,
  regions jsonb not null,
  restores bigint references market.version
);
create table market.region (
  region text primary key,
  current jsonb,
  previous jsonb,
  changed_in bigint not null references market.version,
  south double precision,
  north double precision,
  west double precision,
  east double precision
);
create table market.build (
  region text not null,
  build bigint not null,
  state jsonb not null,
  primary key (region, build)
);
create table market.buyer_identity (
  region text not null,
  buyer_id bigint not null,
  age bigint generated always as identity,
  merged_into bigint,
  primary key (region, buyer_id)
);
create table market.buyer_name (
  region text not null,
  name_key text not null,
  buyer_id bigint not null,
  deals integer not null,
  given_to_it bigint[] not null,
  primary key (region, name_key)
);
create table market.accuracy (
  kind text not null check (kind in ('valuation', 'matching', 'linking')),
  version bigint not null references market.version,
  rows jsonb not null,
  measured_at timestamptz not null default now(),
  primary key (kind, version)
);
select create_reference_table('market.dataset');
select create_reference_table('market.version');
select create_reference_table('market.region');
select create_reference_table('market.build');
select create_reference_table('market.buyer_identity');
select create_reference_table('market.buyer_name');
select create_reference_table('market.accuracy');

-- All rows of a region are on one node, for every table: one colocation group, distributed by region.
-- One parcel (or condominium unit) as described by the roll.
create table market.property (
  region text not null,
  property_id bigint not null,
  parcel_id text not null,
  apn text,
  address text,
  address_line text,
  city text,
  state text not null,
  zip text,
  county text,
  fips text,
  latitude double precision,
  longitude double precision,
  property_type text not null,
  bedrooms real,
  bathrooms real,
  living_square_feet integer,
  lot_square_feet integer,
  year_built smallint,
  units_count integer,
  quality_grade real,
  effective_year_built smallint,
  waterfront boolean,
  land_use text,
  subdivision text,
  flood_zone text,
  owner_name_1 text,
  owner_name_2 text,
  mailing_address text,
  mailing_city text,
  mailing_state text,
  mailing_zip text,
  homestead boolean,
  assessed_land_value bigint,
  assessed_improvement_value bigint,
  estimated_value bigint,
  estimated_rent integer,
  rent_source text,
  avm_value bigint,
  avm_value_low bigint,
  avm_value_high bigint,
  building_key text,
  cell integer
) partition by list (region);

-- Every address of the dataset under its search key, for autocomplete and resolution.
create table market.address (
  region text not null,
  address_key text not null,
  property_id bigint not null,
  address text not null,
  house_number text,
  street_key text not null,
  unit_key text,
  city text,
  state text not null,
  zip text,
  latitude double precision,
  longitude double precision
) partition by list (region);

-- Distinct streets by locality, for correcting typing errors.
create table market.street (
  region text not null,
  street_key text not null,
  street_name_key text not null,
  city_key text,
  zip text,
  address_count integer not null
) partition by list (region);

-- Cities and ZIP codes with the centroid of their properties.
create table market.place (
  region text not null,
  kind text not null,
  place_key text not null,
  label text not null,
  latitude double precision not null,
  longitude double precision not null,
  address_count integer not null
) partition by list (region);

-- One normalised conveyance of one parcel (docs/rules/sales.md) with its verdict (docs/rules/arms-length.md).
create table market.sale (
  region text not null,
  sale_id bigint not null,
  property_id bigint not null,
  parcel_id text not null,
  county_key text not null,
  document_id text,
  sale_date date not null,
  recorded_date date,
  price bigint,
  deed_type text,
  multi_parcel boolean not null,
  grantor text,
  grantee text,
  seller_id bigint,
  buyer_id bigint,
  purchase_method text,
  loan_amount bigint,
  arms_length text not null,
  reasons text[] not null
) partition by list (region);

-- A flip (docs/rules/flips.md) or a rental purchase (docs/rules/rentals.md), denormalised so that a search reads one range of one table.
create table market.deal (
  deal_id bigint not null,
  property_id bigint not null,
  buyer_id bigint not null,
  event_date date not null,
  visible_from date not null,
  purchase_date date not null,
  reliability real not null,
  extended boolean not null,
  buyer_is_entity boolean not null,
  cell integer,
  latitude double precision,
  longitude double precision,
  living_square_feet integer,
  purchase_price bigint,
  sale_price bigint,
  region text not null,
  deal_type text not null,
  arms_length text not null,
  property_type text not null,
  institution text,
  purchase_class text,
  parcel_id text not null,
  address text,
  address_line text,
  city text,
  state text not null,
  zip text,
  county text,
  fips text,
  bedrooms real,
  bathrooms real,
  lot_square_feet integer,
  year_built smallint,
  units_count integer,
  estimated_value bigint,
  purchase_method text,
  sale_date date,
  tests text[] not null,
  buyer_name text,
  buyer_name_key text,
  buyer_mailing_key text,
  buyer_mailing_line text,
  buyer_mailing_city text,
  buyer_mailing_zip text,
  buyer_mailing_state text
) partition by list (region);

-- One buyer: a strict cluster of names and addresses (docs/rules/buyers.md).
create table market.buyer (
  region text not null,
  buyer_id bigint not null,
  name text not null,
  is_entity boolean not null,
  institution text,
  institution_name text,
  flip_count integer not null,
  rental_count integer not null,
  holdings_in_coverage integer not null,
  purchases_last_12_months integer not null,
  reliability real not null
) partition by list (region);

-- The names and mailing addresses recorded for a buyer cluster.
create table market.buyer_alias (
  region text not null,
  buyer_id bigint not null,
  name_key text not null,
  name text not null,
  mailing_key text,
  mailing_building_key text,
  mailing_owners integer,
  occurrences integer not null
) partition by list (region);

-- Ids of buyers who were merged into another one; see docs/rules/buyer-ids.md.
create table market.buyer_merge (
  region text not null,
  merged_id bigint not null,
  buyer_id bigint not null
) partition by list (region);

-- People behind owner names, from the contact files. Region ALL.
create table market.contact (
  region text not null,
  name_key text not null,
  is_entity boolean not null,
  mailing_key text,
  mailing_state text,
  mailing_zip text,
  first_name text,
  last_name text,
  wireless text[] not null,
  landline text[] not null,
  email text[] not null
) partition by list (region);

-- Owner names with a telephone number on file. Region ALL.
create table market.phone_name (
  region text not null,
  name_key text not null
) partition by list (region);

-- Do-not-contact entries (docs/rules/do-not-contact.md). Region ALL.
create table market.suppression (
  region text not null,
  kind text not null,
  value text not null,
  list text not null,
  listed_on date
) partition by list (region);

-- Closed listings, the comps of non-disclosure states.
create table market.listing (
  region text not null,
  listing_id text not null,
  property_id bigint not null,
  list_date date,
  close_date date not null,
  close_price bigint not null
) partition by list (region);

-- A valid sale of a house that existed when it was sold, denormalised so that comps are read from one range of one table.
create table market.comp_sale (
  cell integer not null,
  sale_date date not null,
  superseded_on date,
  property_id bigint not null,
  price bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  bedrooms real,
  bathrooms real,
  living_square_feet integer,
  lot_square_feet integer,
  year_built smallint,
  units_count integer,
  is_flip_resale boolean not null,
  region text not null,
  source text not null,
  property_type text not null,
  building_key text,
  address text,
  city text,
  state text not null,
  zip text
) partition by list (region);

-- Price changes over time and size by property type, for adjusting comps.
create table market.price_trend (
  region text not null,
  county_key text not null,
  property_type text not null,
  sale_count integer not null,
  annual_log_change real not null,
  size_elasticity real not null
) partition by list (region);

-- One county of the region: the days and counts of its records.
create table market.county (
  region text not null,
  county_key text not null,
  fips text,
  name text,
  state text not null,
  is_sample boolean not null,
  records_from date,
  records_through date,
  is_pinned boolean not null,
  properties integer not null,
  sales integer not null,
  flips integer not null,
  rentals integer not null,
  buyers integer not null,
  share_with_price double precision not null,
  share_with_owner double precision not null,
  share_with_coordinates double precision not null,
  has_prices boolean not null,
  sources text[] not null,
  imported_at text not null
) partition by list (region);

-- The value model of a region (docs/rules/values.md), split into parts; no rows with too few sales or without prices.
create table market.value_model (
  region text not null,
  part integer not null,
  model_version text not null,
  content text not null
) partition by list (region);

-- How close values come to the sales of each county's last four quarters, by property type; measured at publish.
create table market.value_accuracy (
  region text not null,
  county text not null,
  property_type text not null,
  model_version text not null,
  evaluated_on date not null,
  metrics text not null
) partition by list (region);

-- One of the 64 by 64 squares of a map tile that has parcels or deals (docs/rules/map-tiles.md).
create table market.map_square (
  region text not null,
  tile integer not null,
  x smallint not null,
  y smallint not null,
  parcels integer not null,
  flips integer not null,
  rentals integer not null
) partition by list (region);

select create_distributed_table('market.property', 'region', shard_count => 16);
select create_distributed_table('market.address', 'region', colocate_with => 'market.property');
select create_distributed_table('market.street', 'region', colocate_with => 'market.property');
select create_distributed_table('market.place', 'region', colocate_with => 'market.property');
select create_distributed_table('market.sale', 'region', colocate_with => 'market.property');
select create_distributed_table('market.deal', 'region', colocate_with => 'market.property');
select create_distributed_table('market.buyer', 'region', colocate_with => 'market.property');
select create_distributed_table('market.buyer_alias', 'region', colocate_with => 'market.property');
select create_distributed_table('market.buyer_merge', 'region', colocate_with => 'market.property');
select create_distributed_table('market.contact', 'region', colocate_with => 'market.property');
select create_distributed_table('market.phone_name', 'region', colocate_with => 'market.property');
select create_distributed_table('market.suppression', 'region', colocate_with => 'market.property');
select create_distributed_table('market.listing', 'region', colocate_with => 'market.property');
select create_distributed_table('market.comp_sale', 'region', colocate_with => 'market.property');
select create_distributed_table('market.price_trend', 'region', colocate_with => 'market.property');
select create_distributed_table('market.county', 'region', colocate_with => 'market.property');
select create_distributed_table('market.value_model', 'region', colocate_with => 'market.property');
select create_distributed_table('market.value_accuracy', 'region', colocate_with => 'market.property');
select create_distributed_table('market.map_square', 'region', colocate_with => 'market.property');
