import {
  bootstrapInterval,
  type Hits,
  hitsOf,
  MATCH_ORDERS,
  type MatchOrder,
  type MatchParts,
  type ReplayedMarket,
  ranksOf,
} from '@plat/investors/replay';

const TOP = 10;

/** Replayed purchases before the cut-off, and the tested ones. */
export interface AskedMarket extends Omit<ReplayedMarket, 'replays'> {
  earlier: ReplayedMarket['replays'];
  asked: ReplayedMarket['replays'];
}

export interface Interval {
  low: number;
  high: number;
}

/** Ranks of one region's buyers; `orders` is null without a testable purchase. */
export interface MeasuredMatching {
  region: string;
  /** Investor purchases with coordinates, and those of repeat buyers. */
  purchases: number;
  by_known_buyers: number;
  /** First and last day of the tested purchases: those with their buyer in the list of the day before. */
  from: string | null;
  to: string | null;
  sample_size: number;
  orders: Record<MatchOrder, Hits> | null;
  /** 95 % interval of hit@10 of the smart match, and of its lead over each simple order; resampled by buyer. */
  hit_at_10_interval: Interval | null;
  lead_intervals: Record<Exclude<MatchOrder, 'smart_match'>, Interval> | null;
}

/** Ranks the tested purchases under each order. */
export function measureMatching(
  region: string,
  { asked, purchases, byKnownBuyers }: AskedMarket,
  weights: MatchParts,
): MeasuredMatching {
  const days = { from: asked[0]?.purchaseDate ?? null, to: asked.at(-1)?.purchaseDate ?? null };
  const base = { region, purchases, by_known_buyers: byKnownBuyers, ...days, sample_size: asked.length };
  if (asked.length === 0) return { ...base, orders: null, hit_at_10_interval: null, lead_intervals: null };
  const ranks = ranksOf(asked, weights);
  const hit = (order: MatchOrder, at: number) => ((ranks[order][at] ?? Infinity) <= TOP ? 1 : 0);
  const interval = (valueAt: (at: number) => number) =>
    bootstrapInterval(asked.map(({ buyerId }, at) => ({ group: buyerId, value: valueAt(at) })));
  return {
    ...base,
    orders: Object.fromEntries(MATCH_ORDERS.map((order) => [order, hitsOf(ranks[order])])) as Record<MatchOrder, Hits>,
    hit_at_10_interval: interval((at) => hit('smart_match', at)),
    lead_intervals: {
      nearest_first: interval((at) => hit('smart_match', at) - hit('nearest_first', at)),
      most_active: interval((at) => hit('smart_match', at) - hit('most_active', at)),
    },
  };
}

/** 95 % intervals of what weights gain in hit@10 over the starting weights and both simple orders, by buyer. */
export type Gains = Record<'starting_weights' | 'nearest_first' | 'most_active', Interval>;

/** @param asked tested purchases of all regions. @param starting the starting weights. @returns null without purchases */
export function gainsOf(asked: AskedMarket['asked'], weights: MatchParts, starting: MatchParts): Gains | null {
  if (asked.length === 0) return null;
  const ours = ranksOf(asked, weights).smart_match;
  const { smart_match: starting_weights, nearest_first, most_active } = ranksOf(asked, starting);
  const isHit = (rank: number | null | undefined) => ((rank ?? Infinity) <= TOP ? 1 : 0);
  const over = (other: readonly (number | null)[]) =>
    bootstrapInterval(asked.map(({ buyerId }, at) => ({ group: buyerId, value: isHit(ours[at]) - isHit(other[at]) })));
  return {
    starting_weights: over(starting_weights),
    nearest_first: over(nearest_first),
    most_active: over(most_active),
  };
}
