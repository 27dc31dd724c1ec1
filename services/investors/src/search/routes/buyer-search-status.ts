import { buyerSearchStatus } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import { findOwnSearch } from '../../background/index.ts';
import type { SearchDeps } from '../deps.ts';
import { SEARCH_RETRY_AFTER_SECONDS } from './buyer-search.ts';

/** `GET /v1/buyer-search/status` */
export const buyerSearchStatusRoute = (deps: SearchDeps) =>
  operation(buyerSearchStatus, async ({ query, principal }) => {
    const wanted = { searchId: query.search_id, principal, nowMs: deps.clock.nowMs() };
    const search = await findOwnSearch('v1', wanted, deps.searches);
    const pending = search.state === 'pending';
    const body = {
      search_id: search.id,
      status: search.state,
      error: search.error,
      // Buyers of a pending search may be stored already; they are not shown before the search is counted.
      result_count: search.state === 'completed' ? search.resultCount : null,
      created_at: search.createdAt,
      completed_at: search.completedAt,
      expires_at: pending ? null : search.expiresAt,
    };
    return new Reply(body, 200, pending ? { 'retry-after': String(SEARCH_RETRY_AFTER_SECONDS) } : {});
  });
