import type { LegacyDeps } from './deps.ts';
import { legacyResultsRoute } from './routes/legacy-results.ts';
import { legacySearchRoute } from './routes/legacy-search.ts';

export { legacySearchFinder } from './domain/legacy-finder.ts';
export { legacyMessageWriters } from './domain/legacy-message.ts';
export { marketLegacyDeals } from './store/market-legacy-deals.ts';
export { marketLegacyRecords } from './store/market-legacy-records.ts';

export const legacyRoutes = (deps: LegacyDeps) => [legacySearchRoute(deps), legacyResultsRoute(deps)];
