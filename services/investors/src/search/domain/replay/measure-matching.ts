import type { MatchParts } from '../match-parts.ts';
import { weigh } from '../smart-match.ts';
import { type Replay, rankOfBuyer } from './replay-purchase.ts';

/** The compared orders: ours, and two that need no model. */
export const MATCH_ORDERS = ['smart_match', 'nearest_first', 'most_active'] as const;
export type MatchOrder = (typeof MATCH_ORDERS)[number];

/** Ranks of the actual buyer of each replayed purchase, from 1. */
export type RanksOfOrders = Record<MatchOrder, (number | null)[]>;

/** Ranks under each order over the same candidates; ties in activity are broken by distance. */
export function ranksOf(replays: readonly Replay[], weights: MatchParts): RanksOfOrders {
  return {
    smart_match: replays.map((replay) => rankOfBuyer(replay, ({ parts }) => weigh(parts, weights))),
    nearest_first: replays.map((replay) => rankOfBuyer(replay, () => 0)),
    most_active: replays.map((replay) => {
      const counts = new Map<number, number>();
      for (const { deal } of replay.candidates)
        counts.set(deal.buyer.buyerId, (counts.get(deal.buyer.buyerId) ?? 0) + 1);
      return rankOfBuyer(replay, ({ deal }) => counts.get(deal.buyer.buyerId) ?? 0);
    }),
  };
}

export interface Hits {
  /** Share of purchases whose buyer ranked among the first ten or thirty. */
  hit_at_10: number;
  hit_at_30: number;
  /** Mean reciprocal rank; 0 for a buyer who was not in the list. */
  mean_reciprocal_rank: number;
}

/** @throws RangeError without any ranks */
export function hitsOf(ranks: readonly (number | null)[]): Hits {
  if (ranks.length === 0) throw new RangeError('no purchase was replayed');
  const mean = (of: (rank: number) => number) =>
    ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : of(rank)), 0) / ranks.length;
  return {
    hit_at_10: mean((rank) => (rank <= 10 ? 1 : 0)),
    hit_at_30: mean((rank) => (rank <= 30 ? 1 : 0)),
    mean_reciprocal_rank: mean((rank) => 1 / rank),
  };
}
