import type { MatchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { weigh } from '../smart-match.ts';
import type { Replay } from './replay-purchase.ts';

/**
 * The score that as many items of the replayed lists reach under the weights as reach a threshold under others, 0 to 1:
 * a scale moves with its weights, how rare a smart match is should not.
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
