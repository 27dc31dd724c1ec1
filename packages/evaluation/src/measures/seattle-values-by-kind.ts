import { metricsByKind } from '@plat/value-model';
import { shareFigure } from '../figures.ts';
import { wilsonInterval } from '../intervals.ts';
import type { Figure, Goal, Measure } from '../measure.ts';
import { seattleValues, valuedSeattleSales } from './seattle-values.ts';

const MIN_SALES = 100;
/** Smaller groups are shown without a goal, because chance alone moves them out of it. */
const MIN_SALES_OF_GOAL = 300;
const COVERAGE_GOAL: Goal = { atLeast: 0.81, atMost: 0.89 };
/** A price is known only after the sale, so no range can hold by it. */
const WITHOUT_GOAL: ReadonlySet<string> = new Set(['price', 'waterfront']);

async function figuresByKind(records: string): Promise<Figure[]> {
  const homes = await valuedSeattleSales(records);
  return metricsByKind(homes, MIN_SALES).flatMap(({ kind, band, sample_size: n, ...metrics }): Figure[] => {
    const name = `${kind} ${band}`;
    const goal = n >= MIN_SALES_OF_GOAL && !WITHOUT_GOAL.has(kind) ? { goal: COVERAGE_GOAL } : {};
    const inside = Math.round(metrics.range_coverage * n);
    return [
      { name: `${name}: median absolute error`, value: metrics.mdape, unit: 'percent', n, interval: null },
      shareFigure(`${name}: within 10 % of the price`, Math.round(metrics.within_10_percent * n), n),
      {
        name: `${name}: prices inside the range`,
        value: metrics.range_coverage,
        unit: 'share' as const,
        n,
        interval: wilsonInterval(inside, n),
        ...goal,
      },
      { name: `${name}: mean width of the range`, value: metrics.range_width, unit: 'share', n, interval: null },
    ];
  });
}

export const seattleValuesByKind: Measure = {
  ...seattleValues,
  id: 'seattle-values-by-kind',
  title: 'Values by kind of home, Seattle, WA',
  answers:
    'The same valued sales by use, age, quality grade, waterfront, distance to the fifth nearest sale, and fifth of the price and of the value. Widths are shares of the value.',
  intervals: "Wilson's score interval of shares.",
  run: figuresByKind,
};
