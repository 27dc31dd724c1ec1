/** Measures and fits the smart match on recorded purchases, for `plat evaluate matching`. */
export type { MatchParts, Replay, ReplayedSearch } from './search/index.ts';
export {
  bootstrapInterval,
  fitWeights,
  type Hits,
  halvesInTime,
  hitsOf,
  MATCH_ORDERS,
  MATCH_VERSION,
  MATCH_WEIGHTS,
  type MatchOrder,
  type ReplayedMarket,
  ranksOf,
  replayMarket,
  STARTING_THRESHOLD,
  STARTING_WEIGHTS,
  sameShareThreshold,
} from './search/index.ts';
export { recordedMarket } from './search/wiring.ts';
