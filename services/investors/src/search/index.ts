export type { FoundBuyer } from './domain/found-buyer.ts';
export { foundBuyerCodec, StoredFoundBuyer } from './domain/found-buyer-codec.ts';
export { subjectAt } from './domain/locate-subject.ts';
export type { MatchParts } from './domain/match-parts.ts';
export { MATCH_VERSION, MATCH_WEIGHTS, STARTING_THRESHOLD, STARTING_WEIGHTS } from './domain/match-weights.ts';
export { pickBestDealPerBuyer } from './domain/pick-best-deal-per-buyer.ts';
export type {
  AddressResolver,
  BuyerSearchPorts,
  DealAttacher,
  DealFinder,
  EvidenceFinder,
  FinishedSearch,
  PropertyFinder,
} from './domain/ports.ts';
export { bootstrapInterval } from './domain/replay/bootstrap.ts';
export { fitWeights } from './domain/replay/fit-weights.ts';
export { type Hits, hitsOf, MATCH_ORDERS, type MatchOrder, ranksOf } from './domain/replay/measure-matching.ts';
export { halvesInTime, type ReplayedMarket, replayMarket } from './domain/replay/replay-market.ts';
export type { Replay, ReplayedSearch } from './domain/replay/replay-purchase.ts';
export { sameShareThreshold } from './domain/replay/same-share-threshold.ts';
export type { SearchedProperty } from './domain/searched-subject.ts';
export { showBuyers } from './domain/show-buyers.ts';
export { byRank, isSmartMatch, matchContext, matchScore, type ScoredDeal } from './domain/smart-match.ts';
