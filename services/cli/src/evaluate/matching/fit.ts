import {
  fitWeights,
  type MatchParts,
  type Replay,
  STARTING_THRESHOLD,
  STARTING_WEIGHTS,
  sameShareThreshold,
} from '@plat/investors/replay';
import { PlainError } from '@plat/standalone/failures';
import { type AskedMarket, type Gains, gainsOf, type MeasuredMatching, measureMatching } from './measure.ts';

/** Weights fitted on earlier purchases, and their result on the tested ones. */
export interface FittedWeights {
  fitted_on: number;
  weights: MatchParts;
  /** Mean over the regions, two decimals. */
  threshold: number;
  regions: MeasuredMatching[];
  /** The tested purchases with the starting weights (docs/rules/smart-match.md). */
  starting: MeasuredMatching[];
  /** Over the tested purchases of all regions together; null without any. */
  gains: Gains | null;
  /** Accepted if every interval of `gains` is above zero; otherwise the starting weights stay. */
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
  const asked = [...markets.values()].flatMap((market) => market.asked);
  const gains = gainsOf(asked, weights, STARTING_WEIGHTS);
  return {
    fitted_on: earlier.length,
    weights,
    threshold: thresholdOf(
      [...markets.values()].map((market) => market.earlier),
      weights,
    ),
    regions,
    starting: measuredBy(STARTING_WEIGHTS),
    gains,
    accepted: gains !== null && Object.values(gains).every(({ low }) => low > 0),
  };
}

function thresholdOf(markets: readonly Replay[][], weights: MatchParts): number {
  const starting = { weights: STARTING_WEIGHTS, threshold: STARTING_THRESHOLD };
  const each = markets
    .filter((replays) => replays.length > 0)
    .map((replays) => sameShareThreshold(replays, weights, starting));
  return Math.round((100 * each.reduce((sum, threshold) => sum + threshold, 0)) / each.length) / 100;
}
