export { findLegacyBuyers } from './domain/find-legacy-buyers.ts';
export type { LegacyFoundBuyer } from './domain/legacy-found-buyer.ts';
export { legacyMessageWriters } from './domain/legacy-message.ts';
export type { LegacyDealFinder, PropertyRecordFinder } from './domain/ports.ts';
export { legacyResultsRoute } from './routes/legacy-results.ts';
export { legacySearchRoute } from './routes/legacy-search.ts';
export { marketLegacyDeals } from './store/market-legacy-deals.ts';
export { marketLegacyRecords } from './store/market-legacy-records.ts';
