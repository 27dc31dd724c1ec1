import type { SourceMapping } from './mapping.ts';

/** City of Philadelphia, Office of Property Assessment: one row per account with its last sale. */
export const philadelphiaPa: SourceMapping = {
  name: 'philadelphia-pa',
  title: 'Philadelphia, PA: OPA property assessments',
  notes: [
    'Sale dates after today come from two-digit years of the 1960s and 1970s; those sales are rejected, their properties kept.',
    'A deed over several parcels repeats its total price on each of them.',
  ],
  inputs: [
    {
      file: 'opa*properties*.csv*',
      produces: [
        {
          kind: 'properties',
          columns: {
            parcel_id: 'parcel_number',
            apn: 'parcel_number',
            fips: { constant: '42101' },
            address: 'location',
            unit: 'unit',
            city: { constant: 'Philadelphia' },
            state: { constant: 'PA' },
            zip: 'zip_code',
            county: { constant: 'Philadelphia' },
            latitude: 'lat',
            longitude: 'lng',
            property_type: {
              firstOf: [
                { extract: 'category_code_description', pattern: '(?i)^GARAGE' },
                { extract: 'building_code_description', pattern: '(?i)PARKING' },
                { extract: 'building_code_description_new', pattern: '(?i)^CONDO' },
                // The newer description is blank or calls many flats a row house.
                { extract: 'building_code_description', pattern: '(?i)^RES CONDO' },
                'category_code_description',
              ],
            },
            land_use: { firstOf: ['building_code_description', 'category_code_description'] },
            bedrooms: 'number_of_bedrooms',
            bathrooms: 'number_of_bathrooms',
            living_square_feet: 'total_livable_area',
            lot_square_feet: 'total_area',
            year_built: 'year_built',
            owner_name_1: 'owner_1',
            owner_name_2: 'owner_2',
            // mailing_address_1 often names an e-recording agent; the street stands in mailing_street.
            mailing_address: 'mailing_street',
            mailing_city: { cityStateOf: 'mailing_city_state', part: 'city' },
            mailing_state: { cityStateOf: 'mailing_city_state', part: 'state' },
            mailing_zip: 'mailing_zip',
            homestead: 'homestead_exemption',
            assessed_land_value: { sum: ['taxable_land', 'exempt_land'] },
            assessed_improvement_value: { sum: ['taxable_building', 'exempt_building'] },
            estimated_value: 'market_value',
          },
        },
        {
          kind: 'transfers',
          onlyWith: ['sale_date'],
          columns: {
            parcel_id: 'parcel_number',
            state: { constant: 'PA' },
            county: { constant: 'Philadelphia' },
            document_id: { without: 'book_and_page', values: ['0000000', '0'] },
            sale_date: 'sale_date',
            recorded_date: 'recording_date',
            price: 'sale_price',
            grantee: { ownerName: ['owner_1', 'owner_2'] },
            buyer_mailing_address: 'mailing_street',
            buyer_mailing_city: { cityStateOf: 'mailing_city_state', part: 'city' },
            buyer_mailing_state: { cityStateOf: 'mailing_city_state', part: 'state' },
            buyer_mailing_zip: 'mailing_zip',
          },
        },
      ],
    },
  ],
};
