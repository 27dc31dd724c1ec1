export type { FoundBuyer } from './domain/found-buyer.ts';
export { type SearchedProperty, type SearchedSubject, subjectAt } from './domain/locate-subject.ts';
export type { MatchParts } from './domain/match-parts.ts';
export { MATCH_VERSION, MATCH_WEIGHTS, STARTING_THRESHOLD, STARTING_WEIGHTS } from './domain/match-weights.ts';
export { pickBestDealPerBuyer } from './domain/pick-best-deal-per-buyer.ts';
export type {
  AddressResolver,
  BuyerDealFinder,
  BuyerSearchPorts,
  CompFinder,
  ContactBook,
  DayWindow,
  DealFinder,
  KeptLookup,
  LinkedDealsPorts,
  LookupStore,
  OwnerLookup,
  OwnerLookupResult,
  OwnerNameKey,
  PersonNameReader,
  PropertyFinder,
  RecordsWindows,
  SkiptraceProvider,
  SuppressionAnswer,
  SuppressionBook,
  SuppressionLists,
  SuppressionQuestion,
  WithholdingPorts,
} from './domain/ports.ts';
export { bootstrapInterval } from './domain/replay/bootstrap.ts';
export { fitWeights } from './domain/replay/fit-weights.ts';
export { type Hits, hitsOf, MATCH_ORDERS, type MatchOrder, ranksOf } from './domain/replay/measure-matching.ts';
export { halvesInTime, type ReplayedMarket, replayMarket } from './domain/replay/replay-market.ts';
export type { Replay, ReplayedSearch } from './domain/replay/replay-purchase.ts';
export { sameShareThreshold } from './domain/replay/same-share-threshold.ts';
export { searchBuyers } from './domain/search-buyers.ts';
export { showBuyers } from './domain/show-buyers.ts';
export { byRank, isSmartMatch, matchContext, matchScore, type ScoredDeal } from './domain/smart-match.ts';
export { buyerSearchRoute, SEARCH_RETRY_AFTER_SECONDS } from './routes/buyer-search.ts';
export { identifySearchedPropertyRoute } from './routes/identify-searched-property.ts';
export { type Caller, geoAddresses } from './store/geo-addresses.ts';
export { marketDeals } from './store/market-deals.ts';
export { marketProperties } from './store/market-properties.ts';
export { recordedMarket } from './store/recorded-market.ts';
