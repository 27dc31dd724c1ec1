import { join } from 'node:path';
import { BUYER_SEARCH_DEFAULTS } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { BOOTSTRAP, type Figure, type Measure } from '@plat/evaluation';
import { importMarket } from '@plat/pipeline';
import { evaluateMatching } from '../matching/evaluate.ts';
import type { MeasuredMatching } from '../matching/measure.ts';
import { withScratchDatabase } from '../with-scratch-database.ts';

const SOURCES = [
  { source: 'philadelphia-pa', file: join('philadelphia-pa', 'opa-properties.csv') },
  { source: 'cambridge-ma', file: join('cambridge-ma', 'assessing-fy2022.csv') },
];
/** The Philadelphia file has three short rows, and sale dates after today. */
const MAX_REJECTED_SHARE = 0.5;

/** No United States deed is older: every purchase is tested. */
const FIRST_DAY = '1776-07-04';

/** Figures of the smart match on the purchases of a database, state by state. */
async function matchingFigures(sql: Sql): Promise<Figure[]> {
  const { radius_miles: radiusMiles, lookback_years: lookbackYears } = BUYER_SEARCH_DEFAULTS;
  const search = { radiusMiles, lookbackYears, cutOff: FIRST_DAY, fit: false };
  const { measured, together } = await evaluateMatching(sql, search, () => {});
  return [...(together === null ? [] : [together]), ...measured].flatMap(figuresOf);
}

function figuresOf({
  region,
  sample_size: n,
  orders,
  hit_at_10_interval: hits,
  lead_intervals: leads,
}: MeasuredMatching) {
  if (orders === null || hits === null || leads === null) return [];
  const { smart_match, nearest_first, most_active } = orders;
  const figure = (name: string, value: number, interval: Figure['interval'], goal?: Figure['goal']): Figure => ({
    name: `${region}: ${name}`,
    value,
    unit: 'share',
    n,
    interval,
    ...(goal === undefined ? {} : { goal }),
  });
  return [
    figure('hit@10, smart match', smart_match.hit_at_10, hits),
    figure('hit@10, nearest first', nearest_first.hit_at_10, null),
    figure('hit@10, most active', most_active.hit_at_10, null),
    figure('lead over nearest first', smart_match.hit_at_10 - nearest_first.hit_at_10, leads.nearest_first, ABOVE_ZERO),
    figure('lead over most active', smart_match.hit_at_10 - most_active.hit_at_10, leads.most_active, ABOVE_ZERO),
  ];
}

const ABOVE_ZERO = { intervalAbove: 0 };

/** Ranks of the actual buyers in a search on the day before their purchase. */
export const smartMatch: Measure = {
  id: 'smart-match',
  title: 'Smart match',
  answers:
    'Each tested purchase is by a buyer whom a search of the day before lists. hit@10 is the share of purchases whose buyer was among the first ten. Nearest first and most active are the two simple orders. Every such purchase is tested.',
  records: 'purchases by investors in Philadelphia, PA (to December 2022), and Cambridge, MA (to September 2021)',
  needs: SOURCES.map(({ file }) => file),
  tuned: 'the form of the activity part; the weights are fitted on nothing',
  intervals: `${BOOTSTRAP.replace('1,000', '2,000')} It draws buyers.`,
  isCheap: false,
  run: (records) =>
    withScratchDatabase(async ({ home, sql }) => {
      for (const { source, file } of SOURCES) {
        await importMarket({
          home,
          sql,
          source: { kind: 'named', name: source },
          files: [join(records, file)],
          maxRejectedShare: MAX_REJECTED_SHARE,
        });
      }
      return matchingFigures(sql);
    }),
};
