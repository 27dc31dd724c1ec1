import type { MatchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { weigh } from '../smart-match.ts';
import type { Replay } from './replay-purchase.ts';

/**
 * The score, 0 to 1, that as many replayed results reach under these weights as reach a threshold under others: the
 * scale moves with the weights, the rarity of smart matches should not.
 */
export function sameShareThreshold(
  replays: readonly Replay[],
  weights: MatchParts,
  other: { weights: MatchParts; threshold: number },
): number {
  const before = scoresOf(replays, other.weights);
  const reached = before.filter((score) => score >= other.threshold).length;
  const scores = scoresOf(replays, weights).sort((a, b) => b - a);
  return reached === 0 ? 1 : (scores[reached - 1] ?? 1);
}

const scoresOf = (replays: readonly Replay[], weights: MatchParts): number[] =>
  replays.flatMap(({ candidates }) =>
    pickBestDealPerBuyer(candidates.map(({ deal, parts }) => ({ deal, score: weigh(parts, weights) }))).map(
      ({ score }) => score,
    ),
  );
