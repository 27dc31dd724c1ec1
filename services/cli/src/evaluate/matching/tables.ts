import { MATCH_ORDERS } from '@plat/investors/replay';
import { textTable } from '../../text-table.ts';
import type { FittedWeights } from './fit.ts';
import type { Interval, MeasuredMatching } from './measure.ts';

const share = (value: number) => value.toFixed(3);
const between = (interval: Interval | undefined) =>
  interval === undefined ? '' : `${share(interval.low)} to ${share(interval.high)}`;

/** One line per order and region; also for a region without a tested purchase. */
export function matchingTable(measured: readonly MeasuredMatching[]): string {
  const rows = measured.flatMap(({ region, sample_size, orders, lead_intervals: leads }) =>
    orders === null
      ? [[region, 'no purchase by a buyer whom a search would have shown', '0', '', '', '', '']]
      : MATCH_ORDERS.map((order) => [
          ...[region, order.replace('_', ' '), sample_size],
          ...[share(orders[order].hit_at_10), share(orders[order].hit_at_30)],
          share(orders[order].mean_reciprocal_rank),
          order === 'smart_match' ? '' : between(leads?.[order]),
        ]),
  );
  const header = ['region', 'order', 'purchases', 'hit@10', 'hit@30', 'mean 1/rank', 'smart match leads hit@10 by'];
  return textTable(header, rows);
}

/** New weights for the constants file, with their results. */
export const fitText = ({ fitted_on, weights, threshold, regions, starting, gains, accepted }: FittedWeights): string =>
  [
    `Fitted on ${fitted_on} earlier purchases: ${JSON.stringify(weights)}, threshold ${threshold}.`,
    ...Object.entries(gains ?? {}).map(
      ([order, interval]) => `Gain in hit@10 over ${order.replace('_', ' ')}: ${between(interval)}.`,
    ),
    accepted ? 'Accepted: every gain is above zero.' : 'Not accepted: a gain may be zero. The starting weights stay.',
    matchingTable(regions),
    'With the starting weights:',
    matchingTable(starting),
  ].join('\n');
