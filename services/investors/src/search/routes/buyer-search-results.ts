import { buyerSearchResults } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import { findOwnSearch, searchNotFound } from '../../background/index.ts';
import type { SearchDeps } from '../deps.ts';
import { showSearch } from '../domain/show-search.ts';
import { SEARCH_RETRY_AFTER_SECONDS } from './buyer-search.ts';

/** `GET /v1/buyer-search` */
export const buyerSearchResultsRoute = (deps: SearchDeps) =>
  operation(buyerSearchResults, async ({ query, principal, signal }) => {
    const nowMs = () => deps.clock.nowMs();
    const wanted = { searchId: query.search_id, principal, nowMs: nowMs() };
    const search = await findOwnSearch('v1', wanted, deps.searches);
    const headers = { 'x-search-status': search.state };
    if (search.state === 'pending') {
      return new Reply(null, 200, { ...headers, 'retry-after': String(SEARCH_RETRY_AFTER_SECONDS) });
    }
    if (search.state === 'failed') return new Reply(null, 200, headers);
    const buyers = await showSearch(search, { ...deps, nowMs }, signal);
    if (buyers === null) throw searchNotFound();
    const dealId = search.question.criteria.explain ? await deps.crmDeals.dealOf(search.id, signal) : null;
    return new Reply(buyers, 200, dealId === null ? headers : { ...headers, 'x-deal-id': dealId });
  });
