/** What measures and fits the smart match on recorded purchases, for the operator's command. */
export type { MatchParts } from './domain/match-parts.ts';
export { MATCH_VERSION, MATCH_WEIGHTS, STARTING_THRESHOLD, STARTING_WEIGHTS } from './domain/match-weights.ts';
export { bootstrapInterval } from './domain/replay/bootstrap.ts';
export { fitWeights } from './domain/replay/fit-weights.ts';
export { type Hits, hitsOf, MATCH_ORDERS, type MatchOrder, ranksOf } from './domain/replay/measure-matching.ts';
export { halvesInTime, type ReplayedMarket, replayMarket } from './domain/replay/replay-market.ts';
export type { Replay, ReplayedSearch } from './domain/replay/replay-purchase.ts';
export { sameShareThreshold } from './domain/replay/same-share-threshold.ts';
export { recordedMarket } from './store/recorded-market.ts';
