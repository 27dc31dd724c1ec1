import type { ColumnExpression, ProducedRows, SourceMapping } from './mapping.ts';

const PARCEL_ID: ColumnExpression = {
  concat: ['rem mblu map', 'rem mblu block', 'rem mblu lot', 'rem mblu unit'],
  separator: '-',
};
const place = { state: { constant: 'NH' }, county: { constant: 'Grafton' } } as const;
const bookAndPage = (column: string): ColumnExpression => ({ without: column, values: ['0/0', '0', '/'] });

/** An earlier sale; its buyer and seller are not recorded. */
const priorSale = (name: string, price: ColumnExpression | null): ProducedRows => ({
  kind: 'transfers',
  onlyWith: ['sale_date'],
  columns: {
    parcel_id: PARCEL_ID,
    ...place,
    document_id: bookAndPage(`${name} Prior Book Page`),
    sale_date: `${name} Prior Sale Date`,
    ...(price === null ? {} : { price }),
  },
});

/** City of Lebanon, NH: the assessor's export with sales, and the state's parcel list. */
export const lebanonNh: SourceMapping = {
  name: 'lebanon-nh',
  title: 'Lebanon, NH: assessor and parcel records',
  notes: [
    'The price of the second prior sale copies that of the first on every row, so it is left out.',
    'The seller is known for the current sale only.',
    '1900-01-01 and 1901-01-01 stand for unknown dates: no transfer is made of them.',
  ],
  inputs: [
    {
      file: '*parcels*.csv*',
      produces: [
        {
          kind: 'properties',
          columns: {
            parcel_id: 'parcel_id',
            fips: { constant: '33009' },
            ...place,
            address: 'situs_address',
            city: { constant: 'Lebanon' },
            property_type: 'class_code',
            owner_name_1: 'owner_name',
            mailing_address: 'mailing_address1',
            mailing_city: 'mailing_city',
            mailing_state: 'mailing_state',
            mailing_zip: 'mailing_zip',
            lot_square_feet: { scale: 'lot_size_acres', by: 43560 },
            assessed_land_value: 'land_value',
            assessed_improvement_value: 'building_value',
            estimated_value: 'total_value',
          },
        },
      ],
    },
    {
      file: '*assessor*sales*.csv*',
      headerLine: 2,
      produces: [
        {
          kind: 'properties',
          columns: {
            parcel_id: PARCEL_ID,
            apn: PARCEL_ID,
            fips: { constant: '33009' },
            ...place,
            address: 'rem prcl locn',
            city: { constant: 'Lebanon' },
            property_type: 'rem use code',
            land_use: 'vns style desc',
            bedrooms: 'vns num bedrm',
            bathrooms: { sum: ['vns num baths', { scale: 'vns num hbaths', by: 0.5 }] },
            living_square_feet: 'cns area living',
            lot_square_feet: { scale: 'prc ttl lnd area acres', by: 43560 },
            year_built: 'vns ayb',
            subdivision: 'lnd nbhd',
            owner_name_1: 'own name',
            owner_name_2: 'co own name',
            mailing_address: { streetLine: ['address1', 'address2'] },
            mailing_city: 'city',
            mailing_state: 'state',
            mailing_zip: 'zip',
            assessed_land_value: 'prc ttl assess lnd',
            assessed_improvement_value: 'prc ttl assess bldg',
            estimated_value: 'prc ttl assess',
          },
        },
        {
          kind: 'transfers',
          onlyWith: ['sale_date'],
          columns: {
            parcel_id: PARCEL_ID,
            ...place,
            document_id: bookAndPage('book pg'),
            sale_date: 'saledate',
            price: 'saleprice',
            grantor: 'grantor',
            grantee: { ownerName: ['own name', 'co own name'] },
            sale_validity: 'qualified',
            buyer_mailing_address: { streetLine: ['address1', 'address2'] },
            buyer_mailing_city: 'city',
            buyer_mailing_state: 'state',
            buyer_mailing_zip: 'zip',
          },
        },
        priorSale('ID1', 'ID1 Prior Sale Price'),
        priorSale('ID2', null),
        priorSale('ID3', 'ID3 Prior Sale Price'),
      ],
    },
  ],
};
