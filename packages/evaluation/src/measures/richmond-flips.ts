import { join } from 'node:path';
import { DEAL_VERDICT, sqlText } from '@plat/dataset';
import { deriveRecords } from '@plat/pipeline/evaluation';
import { countFigure, shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';

const FILE = join('richmond-va', 'flips.csv');

const countsSql = (file: string): string => `
  WITH pair AS (
    SELECT Parcel_ID AS parcel_id, Transfer_date_x::DATE AS bought, Transfer_date_y::DATE AS sold,
      Consideration_x AS paid, Consideration_y AS got, trim(Grantee_x) AS holder
    FROM read_csv(${sqlText(file)})
  ), leg AS (
    SELECT p.*,
      (SELECT bool_or(${DEAL_VERDICT} = 'valid') FROM sale s
        WHERE s.parcel_id = p.parcel_id AND abs(s.sale_date - bought) <= 3 AND s.price = paid) AS paid_valid,
      (SELECT bool_or(${DEAL_VERDICT} = 'valid') FROM sale s
        WHERE s.parcel_id = p.parcel_id AND abs(s.sale_date - sold) <= 3 AND s.price = got) AS got_valid,
      coalesce((SELECT bool_or(kind IN ('builder', 'lender', 'government')) FROM party
        WHERE trim(name) = holder), false) AS barred,
      EXISTS (FROM deal d WHERE d.parcel_id = p.parcel_id AND NOT extended AND d.arms_length = 'valid'
        AND abs(d.purchase_date - bought) <= 3 AND abs(d.sale_date - sold) <= 3) AS found
    FROM pair p
  )
  SELECT count(*) FILTER (WHERE sold - bought BETWEEN 14 AND 365) AS within_a_year,
    count(*) FILTER (WHERE sold - bought BETWEEN 14 AND 365 AND paid_valid AND got_valid AND NOT barred) AS admitted,
    count(*) FILTER (WHERE found AND paid_valid AND got_valid AND NOT barred) AS found,
    count(*) FILTER (WHERE sold - bought < 14) AS double_closes,
    count(*) FILTER (WHERE found AND sold - bought < 14) AS double_closes_found
  FROM leg`;

type Count = 'within_a_year' | 'admitted' | 'found' | 'double_closes' | 'double_closes_found';

export const richmondFlips: Measure = {
  id: 'richmond-flips',
  title: 'Flips, Richmond, VA',
  answers:
    "Somebody labelled pairs of purchase and resale as flips. Plat admits a pair when both sales are arm's length, or only their price is not, and the holder is no builder, lender or government; found are admitted pairs that Plat lists as flips. A double closing, resold within 13 days, is no flip.",
  records: 'labelled pairs of Richmond, VA, 2013 to 2022',
  needs: [FILE],
  tuned: 'nothing; the definition of a flip comes from the specification',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const file = join(records, FILE);
    const hideLabels = 'UPDATE norm_transfer SET sale_validity = NULL';
    const request = { source: 'richmond-va', files: [file], region: 'VA', asOf: '2023-01-01', hideLabels };
    const of = await deriveRecords(request, ({ row }) => row<Count>(countsSql(file)));
    return [
      shareFigure('admitted pairs found', of.found, of.admitted, { atLeast: 0.95 }),
      shareFigure('pairs of 14 to 365 days admitted', of.admitted, of.within_a_year),
      countFigure('double closings taken for flips', of.double_closes_found, of.double_closes, { atMost: 0 }),
    ];
  },
};
