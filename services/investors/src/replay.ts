/** What measures and fits the smart match on recorded purchases, for the operator's command. */
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
  recordedMarket,
  replayMarket,
  STARTING_THRESHOLD,
  STARTING_WEIGHTS,
  sameShareThreshold,
} from './search/index.ts';
