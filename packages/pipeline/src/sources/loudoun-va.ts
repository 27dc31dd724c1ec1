import type { SourceMapping } from './mapping.ts';

/** Loudoun County, VA, Commissioner of the Revenue: yearly lists of transfers, without addresses. */
export const loudounVa: SourceMapping = {
  name: 'loudoun-va',
  title: 'Loudoun County, VA: sales reports',
  notes: [
    'The lists have no addresses or coordinates: their transfers serve linked deals and evaluation until a roll is imported.',
    'Only the day of recording is given; it stands for the day of the deed.',
  ],
  inputs: [
    {
      file: 'sales-*.xlsx',
      produces: [
        {
          kind: 'transfers',
          columns: {
            parcel_id: 'PARID',
            state: { constant: 'VA' },
            county: { constant: 'Loudoun' },
            document_id: 'INSTRUMENT#',
            sale_date: 'RECORD DATE',
            recorded_date: 'RECORD DATE',
            price: 'PRICE',
            grantor: 'OLD OWNER',
            // The 2023 report carries a second owner column, the others do not.
            grantee: { ownerName: ['NEW OWNER', { column: 'OWN2', optional: true }] },
            sale_validity: 'SALE VERIFICATION',
            vacant_at_sale: 'SALE TYPE',
          },
        },
      ],
    },
  ],
};
