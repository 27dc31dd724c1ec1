export { findOwnSearch, isOf, searchNotFound, type WantedSearch } from './domain/find-own-search.ts';
export type { OnSearchEnded, SearchStore, SearchUsage } from './domain/ports.ts';
export { recordSearch } from './domain/record-search.ts';
export type {
  LegacyCriteria,
  LegacySubject,
  NewSearch,
  SearchCallback,
  Searcher,
  SearchQuestion,
} from './domain/search.ts';
export { searchMessageWriters } from './domain/search-message.ts';
export { buyerSearchResultsRoute } from './routes/buyer-search-results.ts';
export { buyerSearchStatusRoute } from './routes/buyer-search-status.ts';
export { accountsSearchUsage, INVESTORS } from './store/accounts-search-usage.ts';
export { createPostgresSearchStore } from './store/postgres-search-store.ts';
export { createSearchMetrics, type SearchMode } from './store/search-metrics.ts';
export { beginSweeps, jobKinds } from './work.ts';
