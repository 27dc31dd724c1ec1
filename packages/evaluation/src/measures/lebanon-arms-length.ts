import { join } from 'node:path';
import { deriveRecords } from '@plat/pipeline/evaluation';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';

const FOLDER = 'lebanon-nh';

const LABELS = `CREATE TABLE label AS
    SELECT property_id, sale_date, document_id, min(sale_validity) AS verdict FROM norm_transfer GROUP BY ALL;
  UPDATE norm_transfer SET sale_validity = NULL`;

const COUNTS = `
  SELECT count(*) FILTER (WHERE verdict = 'market') AS qualified,
    count(*) FILTER (WHERE verdict = 'market' AND against) AS qualified_called_not,
    count(*) FILTER (WHERE verdict = 'not_market') AS unqualified,
    count(*) FILTER (WHERE verdict = 'not_market' AND against) AS unqualified_found
  FROM (
    SELECT verdict, arms_length = 'non_arms_length' AS against
    FROM sale JOIN label USING (property_id, sale_date, document_id) WHERE price IS NOT NULL
  )`;

export const lebanonArmsLength: Measure = {
  id: 'lebanon-arms-length',
  title: "Arm's length, Lebanon, NH",
  answers:
    "The assessor marks priced sales as unqualified or qualified. Found are unqualified ones that Plat calls not arm's length, false alarms are qualified ones. The seller column often has the buyer under an older name, and one price is on many parcels of a deed.",
  records: "Lebanon, NH, the assessor's current sales, 1972 to 2025",
  needs: [join(FOLDER, 'assessor-sales.csv'), join(FOLDER, 'parcels.csv')],
  tuned:
    'no threshold; the rules were written with these records at hand, which also decided against one for resales by banks',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const files = [join(records, FOLDER)];
    const request = { source: FOLDER, files, region: 'NH', asOf: '2024-06-30', hideLabels: LABELS };
    const of = await deriveRecords(request, ({ row }) =>
      row<'qualified' | 'qualified_called_not' | 'unqualified' | 'unqualified_found'>(COUNTS),
    );
    return [
      shareFigure('found', of.unqualified_found, of.unqualified),
      shareFigure('false alarms', of.qualified_called_not, of.qualified),
    ];
  },
};
