import type { MatchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { weigh } from '../smart-match.ts';
import type { Candidate, Replay } from './replay-purchase.ts';

const PARTS = ['distance', 'recency', 'similarity', 'activity', 'reliability'] as const satisfies (keyof MatchParts)[];
/** The weights decide which deal represents a buyer, so the fit repeats with the deals of the round before. */
const ROUNDS = 3;
const STEPS = 400;
const STEP = 2;
/** Ridge penalty on the unscaled weights, for markets with few purchases. */
const RIDGE = 1;
const DECIMALS = 3;

/** The parts of every buyer in a list, and the one who bought. */
interface Choice {
  parts: number[][];
  bought: number;
}

/**
 * Weights under which the actual buyers were most likely to be chosen from their lists: a conditional logit (McFadden
 * 1974) with non-negative weights, scaled to sum 1, rounded to three decimals. Deterministic.
 * @param start weights that choose the first representative deal of each buyer
 */
export function fitWeights(replays: readonly Replay[], start: MatchParts): MatchParts {
  let weights = start;
  for (let round = 0; round < ROUNDS; round++) weights = scaled(likeliest(replays.map(choiceBy(weights))));
  return rounded(weights);
}

const choiceBy =
  (weights: MatchParts) =>
  ({ buyerId, candidates }: Replay): Choice => {
    const partsOf = new Map(candidates.map(({ deal, parts }: Candidate) => [deal.dealId, parts]));
    const best = pickBestDealPerBuyer(candidates.map(({ deal, parts }) => ({ deal, score: weigh(parts, weights) })));
    const seen = new Set<number>();
    const buyers = best.filter(({ deal: { buyer } }) => !seen.has(buyer.buyerId) && seen.add(buyer.buyerId));
    return {
      parts: buyers.map(({ deal }) => PARTS.map((part) => partsOf.get(deal.dealId)?.[part] ?? 0)),
      bought: buyers.findIndex(({ deal }) => deal.buyer.buyerId === buyerId),
    };
  };

/** Projected gradient ascent with momentum on the mean log-likelihood. */
function likeliest(choices: readonly Choice[]): number[] {
  let weights = PARTS.map(() => 1);
  let before = weights;
  for (let step = 0; step < STEPS; step++) {
    const momentum = step / (step + 3);
    const ahead = weights.map((weight, at) => weight + momentum * (weight - (before[at] as number)));
    const gradient = gradientOf(choices, ahead);
    before = weights;
    weights = ahead.map((weight, at) => Math.max(0, weight + STEP * (gradient[at] as number)));
  }
  return weights;
}

function gradientOf(choices: readonly Choice[], weights: readonly number[]): number[] {
  const gradient = weights.map((weight) => -RIDGE * weight);
  for (const { parts, bought } of choices) {
    const utilities = parts.map((row) => row.reduce((sum, part, at) => sum + part * (weights[at] as number), 0));
    const top = Math.max(...utilities);
    const odds = utilities.map((utility) => Math.exp(utility - top));
    const total = odds.reduce((sum, odd) => sum + odd, 0);
    for (const at of weights.keys()) {
      const expected =
        parts.reduce((sum, row, buyer) => sum + (row[at] as number) * (odds[buyer] as number), 0) / total;
      gradient[at] = (gradient[at] as number) + (parts[bought]?.[at] ?? 0) - expected;
    }
  }
  return gradient.map((slope) => slope / choices.length);
}

function scaled(weights: readonly number[]): MatchParts {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(PARTS.map((part, at) => [part, (weights[at] as number) / sum])) as unknown as MatchParts;
}

/** Rounds to three decimals that still sum to 1: the largest weight absorbs the difference. */
function rounded(weights: MatchParts): MatchParts {
  const unit = 10 ** DECIMALS;
  const units = PARTS.map((part) => Math.round(weights[part] * unit));
  const greatest = units.indexOf(Math.max(...units));
  units[greatest] = (units[greatest] as number) + unit - units.reduce((sum, part) => sum + part, 0);
  return Object.fromEntries(PARTS.map((part, at) => [part, (units[at] as number) / unit])) as unknown as MatchParts;
}
