import type { SourceMapping } from './mapping.ts';

/** City of Cambridge assessor's open data: one row per building or condominium unit, with its last sale. */
export const cambridgeMa: SourceMapping = {
  name: 'cambridge-ma',
  title: 'Cambridge, MA: assessing data of fiscal year 2022',
  notes: [
    'A parcel with several buildings has a row for each; the fullest row is kept.',
    '01/01/1900 stands for an unknown sale date: no transfer is made of it.',
  ],
  inputs: [
    {
      file: '*assess*.csv*',
      produces: [
        {
          kind: 'properties',
          columns: {
            parcel_id: 'PID',
            apn: 'Map/Lot',
            fips: { constant: '25017' },
            address: 'Address',
            unit: 'Unit',
            city: { constant: 'Cambridge' },
            state: { constant: 'MA' },
            county: { constant: 'Middlesex' },
            latitude: 'Latitude',
            longitude: 'Longitude',
            property_type: 'StateClassCode',
            land_use: 'PropertyClass',
            bedrooms: 'Interior_Bedrooms',
            bathrooms: { sum: ['Interior_FullBaths', { scale: 'Interior_HalfBaths', by: 0.5 }] },
            living_square_feet: 'Interior_LivingArea',
            lot_square_feet: 'LandArea',
            year_built: 'Condition_YearBuilt',
            units_count: 'Interior_NumUnits',
            owner_name_1: 'Owner_Name',
            owner_name_2: 'Owner_CoOwnerName',
            mailing_address: { streetLine: ['Owner_Address', 'Owner_Address2'] },
            mailing_city: 'Owner_City',
            mailing_state: 'Owner_State',
            mailing_zip: 'Owner_Zip',
            homestead: 'ResidentialExemption',
            assessed_land_value: 'LandValue',
            assessed_improvement_value: 'BuildingValue',
            estimated_value: 'AssessedValue',
          },
        },
        {
          kind: 'transfers',
          onlyWith: ['sale_date'],
          columns: {
            parcel_id: 'PID',
            state: { constant: 'MA' },
            county: { constant: 'Middlesex' },
            document_id: { without: 'Book/Page', values: ['/', '0/0'] },
            sale_date: 'SaleDate',
            price: 'SalePrice',
            grantee: { ownerName: ['Owner_Name', 'Owner_CoOwnerName'] },
            buyer_mailing_address: { streetLine: ['Owner_Address', 'Owner_Address2'] },
            buyer_mailing_city: 'Owner_City',
            buyer_mailing_state: 'Owner_State',
            buyer_mailing_zip: 'Owner_Zip',
          },
        },
      ],
    },
  ],
};
