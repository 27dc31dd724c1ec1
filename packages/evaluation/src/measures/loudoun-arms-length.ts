import { join } from 'node:path';
import { deriveRecords } from '@plat/pipeline/evaluation';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';

const FILES = ['sales-2022.xlsx', 'sales-2023.xlsx', 'sales-2024.xlsx'].map((name) => join('loudoun-va', name));

const LABELS = `CREATE TABLE label AS
    SELECT property_id, document_id, min(sale_validity) AS verdict, min(sale_validity_text) AS code
    FROM norm_transfer GROUP BY ALL;
  UPDATE norm_transfer SET sale_validity = NULL`;

/** @param years condition on the year of the sale */
const countsSql = (years: string): string => `
  SELECT count(*) FILTER (WHERE verdict = 'market' AND NOT is_multi) AS market,
    count(*) FILTER (WHERE verdict = 'market' AND NOT is_multi AND against) AS market_called_not,
    count(*) FILTER (WHERE verdict = 'not_market' AND price IS NOT NULL) AS not_market,
    count(*) FILTER (WHERE verdict = 'not_market' AND price IS NOT NULL AND against) AS not_market_found,
    count(*) FILTER (WHERE code LIKE '0:%') AS without_consideration,
    count(*) FILTER (WHERE code LIKE '0:%' AND against) AS without_consideration_found,
    count(*) FILTER (WHERE is_multi) AS multi_parcel,
    count(*) FILTER (WHERE is_multi AND against) AS multi_parcel_found
  FROM (
    SELECT verdict, code, price, arms_length = 'non_arms_length' AS against,
      code LIKE '5:%' OR code LIKE '5B:%' OR code LIKE 'M:%' AS is_multi
    FROM sale JOIN label USING (property_id, document_id) WHERE year(sale_date) ${years}
  )`;

type Count = `${'market' | 'not_market' | 'without_consideration' | 'multi_parcel'}${'' | '_called_not' | '_found'}`;

export const loudounArmsLength: Measure = {
  id: 'loudoun-arms-length',
  title: "Arm's length, Loudoun County, VA",
  answers:
    "The county checks each sale. Found are priced sales that it calls not market and Plat not arm's length. False alarms are market sales that Plat calls not arm's length. The rules do not read the code of the county.",
  records: 'transfers of Loudoun County, VA, 2022 to 2024',
  needs: FILES,
  tuned:
    'the words and thresholds of the older rules, and the days until a resale, on all years; the newer ones on 2022 and 2023, with 2024 in view, so 2024 is no strict test',
  intervals: WILSON,
  isCheap: false,
  async run(records) {
    const files = FILES.map((file) => join(records, file));
    const request = { source: 'loudoun-va', files, region: 'VA', asOf: '2025-01-01', hideLabels: LABELS };
    return deriveRecords(request, async ({ row }) => {
      const of = await row<Count>(countsSql('<= 2024'));
      const chosen = await row<Count>(countsSql('< 2024'));
      const tested = await row<Count>(countsSql('= 2024'));
      return [
        shareFigure('found', of.not_market_found, of.not_market, { atLeast: 0.62 }),
        shareFigure('false alarms', of.market_called_not, of.market, { atMost: 0.018 }),
        shareFigure('found, 2022 and 2023', chosen.not_market_found, chosen.not_market),
        shareFigure('false alarms, 2022 and 2023', chosen.market_called_not, chosen.market),
        shareFigure('found, 2024', tested.not_market_found, tested.not_market),
        shareFigure('false alarms, 2024', tested.market_called_not, tested.market),
        shareFigure('found, without consideration', of.without_consideration_found, of.without_consideration),
        shareFigure('found, deeds of several parcels', of.multi_parcel_found, of.multi_parcel),
      ];
    });
  },
};
