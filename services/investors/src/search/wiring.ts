import type { SearchDeps } from './deps.ts';
import { buyerSearchRoute } from './routes/buyer-search.ts';
import { buyerSearchResultsRoute } from './routes/buyer-search-results.ts';
import { buyerSearchStatusRoute } from './routes/buyer-search-status.ts';
import { identifySearchedPropertyRoute } from './routes/identify-searched-property.ts';

export { buyerSearchFinder } from './domain/buyer-search-finder.ts';
export { searchMessageWriters } from './domain/search-message.ts';
export { geoAddresses } from './store/geo-addresses.ts';
export { marketDeals } from './store/market-deals.ts';
export { marketEvidence } from './store/market-evidence.ts';
export { marketProperties } from './store/market-properties.ts';
export { recordedMarket } from './store/recorded-market.ts';

export const searchRoutes = (deps: SearchDeps) => [
  buyerSearchRoute(deps),
  buyerSearchResultsRoute(deps),
  buyerSearchStatusRoute(deps),
  identifySearchedPropertyRoute(deps),
];
