import { CANONICAL_FILES, CANONICAL_KINDS, type CanonicalKind } from '../canonical/canonical.ts';
import { tidyHeader } from '../map/header-lookup.ts';
import { builtInSources } from '../sources/index.ts';

/** For each kind: canonical column to column of the file. */
export type ColumnGuesses = Partial<Record<CanonicalKind, Record<string, string>>>;

/** Headers that publishers use, beside those of the built-in sources. */
const USUAL_HEADERS: Readonly<Partial<Record<CanonicalKind, Readonly<Record<string, readonly string[]>>>>> = {
  properties: {
    parcel_id: ['parcel', 'parcel_no', 'parcel_number', 'parcelid', 'pin', 'pid', 'account', 'account_number', 'folio'],
    apn: ['apn', 'assessor_parcel_number'],
    fips: ['fips', 'fips_code', 'county_fips'],
    address: ['situs', 'situs_address', 'site_address', 'property_address', 'location', 'street_address', 'prop_addr'],
    unit: ['unit_no', 'unit_number', 'apt'],
    city: ['situs_city', 'site_city', 'property_city', 'town', 'municipality'],
    state: ['situs_state', 'st', 'property_state'],
    zip: ['zipcode', 'zip_code', 'situs_zip', 'site_zip', 'property_zip', 'postal_code'],
    county: ['county_name'],
    latitude: ['lat', 'centroid_lat'],
    longitude: ['lon', 'lng', 'long', 'centroid_lon'],
    land_use: ['use_code', 'land_use_code', 'use', 'class', 'class_code', 'property_class', 'use_description'],
    property_type: ['prop_type', 'type'],
    bedrooms: ['beds', 'bedroom', 'br', 'num_bedrooms'],
    bathrooms: ['baths', 'bathroom', 'ba', 'num_bathrooms', 'total_baths'],
    living_square_feet: ['living_area', 'sqft', 'square_feet', 'living_sqft', 'heated_area', 'building_sqft', 'gla'],
    lot_square_feet: ['lot_size', 'lot_sqft', 'land_sqft', 'lot_area'],
    year_built: ['yr_built', 'yearbuilt', 'built'],
    units_count: ['units', 'number_of_units'],
    owner_name_1: ['owner', 'owner_name', 'owner1', 'owner_1', 'own_name'],
    owner_name_2: ['owner2', 'owner_2', 'co_owner'],
    mailing_address: ['mail_address', 'mail_addr', 'owner_address', 'mailing_address_1', 'mailing_street'],
    mailing_city: ['mail_city', 'owner_city'],
    mailing_state: ['mail_state', 'owner_state'],
    mailing_zip: ['mail_zip', 'owner_zip', 'mailing_zip_code'],
    assessed_land_value: ['land_value', 'assessed_land'],
    assessed_improvement_value: ['improvement_value', 'building_value', 'bldg_value'],
    estimated_value: ['market_value', 'total_value', 'appraised_value'],
  },
  transfers: {
    parcel_id: ['parcel', 'parcel_no', 'parcel_number', 'parcelid', 'pin', 'pid', 'account', 'account_number', 'folio'],
    document_id: ['document', 'document_number', 'instrument', 'book_page', 'reception_number', 'deed_book'],
    sale_date: ['date_of_sale', 'saledate', 'deed_date', 'last_sale_date', 'transfer_date', 'sold_on', 'sold_date'],
    recorded_date: ['recording_date', 'date_recorded'],
    price: ['sale_price', 'saleprice', 'sale_amount', 'consideration', 'last_sale_price', 'sold_for', 'amount'],
    grantor: ['seller', 'seller_name', 'sold_by'],
    grantee: ['buyer', 'buyer_name', 'sold_to'],
    deed_type: ['deed', 'instrument_type', 'document_type'],
    sale_validity: ['validity', 'sale_code', 'qualified', 'sale_qualification'],
    state: ['st', 'situs_state'],
    county: ['county_name'],
  },
};

/** The closest guess for a mapping: the column of the file for each canonical column whose header is known. */
export function guessColumns(headers: readonly string[]): ColumnGuesses {
  const byTidied = new Map([...headers].reverse().map((header) => [tidyHeader(header), header]));
  const guesses: ColumnGuesses = {};
  for (const kind of CANONICAL_KINDS) {
    const found: Record<string, string> = {};
    const usual: Readonly<Record<string, readonly string[]>> = USUAL_HEADERS[kind] ?? {};
    for (const column of new Set([...Object.keys(CANONICAL_FILES[kind]), ...Object.keys(usual)])) {
      const names = [column, ...(usual[column] ?? []), ...(headersInSources(kind).get(column) ?? [])];
      const header = names.map((name) => byTidied.get(tidyHeader(name))).find((one) => one !== undefined);
      if (header !== undefined && !Object.values(found).includes(header)) found[column] = header;
    }
    if (Object.keys(found).length > 1) guesses[kind] = found;
  }
  return guesses;
}

/** Headers that the built-in sources read a column from without a change. */
function headersInSources(kind: CanonicalKind): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { inputs } of builtInSources)
    for (const { produces } of inputs)
      for (const { kind: produced, columns } of produces) {
        if (produced !== kind) continue;
        for (const [column, expression] of Object.entries(columns))
          if (typeof expression === 'string') found.set(column, [...(found.get(column) ?? []), expression]);
      }
  return found;
}
