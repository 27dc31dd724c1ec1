import type { ProducedRows, SourceMapping } from './mapping.ts';

/** One leg of a pair: `x` is the purchase, `y` the resale. */
const leg = (suffix: 'x' | 'y'): ProducedRows => ({
  kind: 'transfers',
  columns: {
    parcel_id: 'Parcel_ID',
    state: { constant: 'VA' },
    county: { constant: 'Richmond City' },
    document_id: { extract: `sale_${suffix}`, pattern: '^(.*?)(?:\\.0)?$', group: 1 },
    sale_date: `Transfer_date_${suffix}`,
    price: `Consideration_${suffix}`,
    grantor: `Grantor_${suffix}`,
    grantee: `Grantee_${suffix}`,
    sale_validity: `TransferComment_${suffix}`,
  },
});

/** City of Richmond, VA, assessor: pairs of purchase and resale. */
export const richmondVa: SourceMapping = {
  name: 'richmond-va',
  title: 'Richmond, VA: purchase and resale pairs',
  notes: ['Names are cut at 30 to 40 characters.', 'Each row gives two transfers.'],
  inputs: [{ file: '*flips*.csv*', produces: [leg('x'), leg('y')] }],
};
