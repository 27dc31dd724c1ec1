export { findOwnSearch, isOf, type SearchOf, searchNotFound, type WantedSearch } from './domain/find-own-search.ts';
export { onBehalfOf } from './domain/on-behalf-of.ts';
export type { OnSearchEnded, SearchFinder, SearchStore } from './domain/ports.ts';
export { recordSearch } from './domain/record-search.ts';
export type {
  LegacyCriteria,
  LegacySubject,
  NewSearch,
  SearchCallback,
  Searcher,
  SearchQuestion,
} from './domain/search.ts';
