import type { MatchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { weigh } from '../smart-match.ts';
import type { Candidate, Replay } from './replay-purchase.ts';

const PARTS = ['distance', 'recency', 'similarity', 'activity', 'reliability'] as const satisfies (keyof MatchParts)[];
/** The weights decide which deal represents a buyer, so the fit repeats with the deals of the round before. */
const ROUNDS = 3;
const STEPS = 600;
const STEP = 0.5;
/**
 * Inverse variance of the difference between a fitted weight and the starting one, and between a county's weight and
 * that of all counties, both before scaling. A few purchases hardly move the weights.
 */
const SHRINKAGE = 1;
/** Log-odds that the starting score adds from 0 to 1: the likeliest on Philadelphia, Cambridge and Easthampton. */
const STARTING_SCALE = 12;
const DECIMALS = 3;

/** The parts of every buyer in a list, and the one who bought. */
interface Choice {
  parts: number[][];
  bought: number;
}

/**
 * Weights under which the actual buyers were most likely to be chosen from their lists: a conditional logit (McFadden
 * 1974) whose weights vary by county around common ones, and those around the starting weights. The common weights are returned: none negative, scaled to sum 1, rounded to three decimals. Deterministic.
 * @param start weights towards which the fit is shrunk; they choose the first representative deal of each buyer
 */
export function fitWeights(replays: readonly Replay[], start: MatchParts): MatchParts {
  const counties = [...Map.groupBy(replays, ({ countyKey }) => countyKey).values()];
  let weights = start;
  for (let round = 0; round < ROUNDS; round++) {
    const choices = counties.map((county) => county.map(choiceBy(weights)));
    weights = scaled(
      likeliest(
        choices,
        PARTS.map((part) => start[part]),
      ),
    );
  }
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

/** Gradient ascent with momentum on the mean log-likelihood, penalised by the distance from the starting weights. */
function likeliest(counties: readonly Choice[][], start: readonly number[]): number[] {
  const purchases = counties.reduce((sum, { length }) => sum + length, 0);
  const size = start.length;
  // The common differences from the starting weights, then the differences of each county from the common weights.
  let at: readonly number[] = Array<number>(size * (1 + counties.length)).fill(0);
  let before = at;
  const weightsOf = (from: readonly number[], county: number) =>
    start.map((weight, part) => STARTING_SCALE * weight + from[part]! + from[size * (1 + county) + part]!);
  for (let step = 0; step < STEPS; step++) {
    const momentum = step / (step + 3);
    const ahead = at.map((value, index) => value + momentum * (value - before[index]!));
    const slopes = counties.map((choices, county) => gradientOf(choices, weightsOf(ahead, county)));
    const total = start.map((_, part) => slopes.reduce((sum, slope) => sum + slope[part]!, 0));
    const gradient = [total, ...slopes].flat().map((slope, index) => slope - SHRINKAGE * ahead[index]!);
    before = at;
    at = ahead.map((value, index) => value + (STEP * gradient[index]!) / purchases);
  }
  return start.map((weight, part) => Math.max(0, STARTING_SCALE * weight + at[part]!));
}

/** Sum over the choices of what the buyers have more of each part than their lists have on average. */
function gradientOf(choices: readonly Choice[], weights: readonly number[]): number[] {
  const gradient = weights.map(() => 0);
  for (const { parts, bought } of choices) {
    const utilities = parts.map((row) => row.reduce((sum, part, at) => sum + part * weights[at]!, 0));
    const top = Math.max(...utilities);
    const odds = utilities.map((utility) => Math.exp(utility - top));
    const total = odds.reduce((sum, odd) => sum + odd, 0);
    for (const at of weights.keys()) {
      const expected = parts.reduce((sum, row, buyer) => sum + row[at]! * odds[buyer]!, 0) / total;
      gradient[at] = gradient[at]! + (parts[bought]?.[at] ?? 0) - expected;
    }
  }
  return gradient;
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
