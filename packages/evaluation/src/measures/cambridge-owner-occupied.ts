import { join } from 'node:path';
import { compareResidences, deriveRecords, oneHomeSql, RESIDENCE } from '@plat/pipeline/evaluation';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';

const FILE = join('cambridge-ma', 'assessing-fy2022.csv');

const LABELS = `CREATE TABLE label AS SELECT property_id, homestead AS exempt FROM norm_property;
  UPDATE norm_property SET homestead = NULL`;

const HOMES = `
  CREATE TABLE home AS
    SELECT p.*, l.exempt, o.kind, o.name_key, ${RESIDENCE} AS residence FROM norm_property p
    JOIN label l USING (property_id) LEFT JOIN party o ON o.name = p.owner_name
    LEFT JOIN residence r USING (mailing_key, mailing_building_key, situs_key, situs_building_key)
    WHERE property_type IN ('SFR', 'MFR', 'CONDO', 'MOBILE');
  ${oneHomeSql('home', 'name_key')}`;

const countsSql = (half: 0 | 1): string => `
  WITH read AS (
    SELECT exempt, residence = 'same' AND coalesce(kind, 'person') <> 'company' AS lives_there
    FROM home WHERE property_id % 2 = ${half}
  )
  SELECT count(*) AS homes, count(*) FILTER (WHERE exempt) AS exempt,
    count(*) FILTER (WHERE exempt AND lives_there) AS found,
    count(*) FILTER (WHERE exempt = lives_there) AS rightly
  FROM read`;

export const cambridgeOwnerOccupied: Measure = {
  id: 'cambridge-owner-occupied',
  title: 'Owner-occupied, Cambridge, MA',
  answers:
    'The city grants a residential exemption to owners who live in the home and ask for it. Recall is the share of exempt homes that Plat calls owner-occupied, accuracy the share of all homes where both agree. Plat sees only mailing addresses and names.',
  records: 'assessed homes of Cambridge, MA, fiscal year 2022',
  needs: [FILE],
  tuned: 'the rules, on the homes with even numbers; the others test them',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const files = [join(records, FILE)];
    const request = { source: 'cambridge-ma', files, region: 'MA', asOf: '2022-06-30', hideLabels: LABELS };
    return deriveRecords(request, async ({ duck, row }) => {
      await compareResidences(duck, 'norm_property');
      await duck.run(HOMES);
      const counted = (half: 0 | 1) => row<'homes' | 'exempt' | 'found' | 'rightly'>(countsSql(half));
      const [made, tested] = [await counted(0), await counted(1)];
      return [
        shareFigure('recall, test half', tested.found, tested.exempt, { atLeast: 0.95 }),
        shareFigure('accuracy, test half', tested.rightly, tested.homes, { atLeast: 0.85 }),
        shareFigure('recall, half the rules were made on', made.found, made.exempt),
        shareFigure('accuracy, half the rules were made on', made.rightly, made.homes),
      ];
    });
  },
};
