import {
  fitWeights,
  type MatchParts,
  type Replay,
  STARTING_THRESHOLD,
  STARTING_WEIGHTS,
  sameShareThreshold,
} from '@plat/investors/replay';
import { PlainError } from '@plat/standalone/failures';
import { type AskedMarket, beatsBoth, type MeasuredMatching, measureMatching } from './measure.ts';

/** Weights fitted on earlier purchases, and their result on the tested ones. */
export interface FittedWeights {
  fitted_on: number;
  weights: MatchParts;
  /** Mean over the regions, two decimals. */
  threshold: number;
  regions: MeasuredMatching[];
  /** The tested purchases with the initial weights (docs/rules/smart-match.md). */
  starting: MeasuredMatching[];
  /** Accepted if it hits more buyers among the first ten than both simple orders in every region. */
  accepted: boolean;
}

/** @throws PlainError without training data. */
export function fittedOn(markets: ReadonlyMap<string, AskedMarket>): FittedWeights {
  const earlier = [...markets.values()].flatMap((market) => market.earlier);
  if (earlier.length === 0)
    throw new PlainError('There are no earlier purchases to fit weights on.', 'Choose a later --cut-off.');
  const weights = fitWeights(earlier, STARTING_WEIGHTS);
  const measuredBy = (by: MatchParts) => [...markets].map(([region, market]) => measureMatching(region, market, by));
  const regions = measuredBy(weights);
  const answered = regions.filter(({ sample_size }) => sample_size > 0);
  return {
    fitted_on: earlier.length,
    weights,
    threshold: thresholdOf(
      [...markets.values()].map((market) => market.earlier),
      weights,
    ),
    regions,
    starting: measuredBy(STARTING_WEIGHTS),
    accepted: answered.length > 0 && answered.every(beatsBoth),
  };
}

function thresholdOf(markets: readonly Replay[][], weights: MatchParts): number {
  const starting = { weights: STARTING_WEIGHTS, threshold: STARTING_THRESHOLD };
  const each = markets
    .filter((replays) => replays.length > 0)
    .map((replays) => sameShareThreshold(replays, weights, starting));
  return Math.round((100 * each.reduce((sum, threshold) => sum + threshold, 0)) / each.length) / 100;
}
