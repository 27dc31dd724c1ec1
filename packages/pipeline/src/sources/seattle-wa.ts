import type { ColumnExpression, SourceMapping } from './mapping.ts';

const withoutDots = (column: string): ColumnExpression => ({ extract: column, pattern: '^\\.*(.*)$', group: 1 });
const place = { state: { constant: 'WA' }, county: { constant: 'King' } } as const;

/** King County, WA, assessor: house and townhouse sales with characteristics as of the sale. */
export const seattleWa: SourceMapping = {
  name: 'seattle-wa',
  title: 'Seattle, WA: house sales',
  notes: ['Identifiers carry leading dots, which are dropped.', 'Characteristics are as of the sale.'],
  inputs: [
    {
      file: 'sales-*.csv*',
      produces: [
        {
          kind: 'properties',
          columns: {
            parcel_id: withoutDots('pinx'),
            fips: { constant: '53033' },
            ...place,
            city: { constant: 'Seattle' },
            latitude: 'latitude',
            longitude: 'longitude',
            property_type: 'use_type',
            land_use: 'use_type',
            bedrooms: 'beds',
            bathrooms: 'baths',
            living_square_feet: 'tot_sf',
            lot_square_feet: 'lot_sf',
            year_built: { difference: [{ extract: 'sale_date', pattern: '^\\d{4}' }, 'age'] },
            effective_year_built: { difference: [{ extract: 'sale_date', pattern: '^\\d{4}' }, 'eff_age'] },
            quality_grade: 'bldg_grade',
            waterfront: 'wfnt',
            subdivision: { concat: [{ constant: 'Assessment area' }, 'area'], separator: ' ' },
          },
        },
        {
          kind: 'transfers',
          columns: {
            parcel_id: withoutDots('pinx'),
            ...place,
            document_id: withoutDots('sale_id'),
            sale_date: 'sale_date',
            price: 'sale_price',
          },
        },
      ],
    },
  ],
};
