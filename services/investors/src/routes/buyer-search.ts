import { buyerSearch, buyerSearchCriteria, DEFAULT_BUYER_SEARCH_SORT } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';
import { refuseBackgroundSearch } from '../domain/background-search.ts';
import { searchBuyers } from '../domain/search-buyers.ts';
import { deprecationHeaders } from './deprecation.ts';

/** `POST /v1/buyer-search`: answers with contact data, which nobody on the way may store (decision 119). */
export const buyerSearchRoute = (deps: InvestorsDeps) =>
  operation(buyerSearch, async ({ body, query, signal, ...caller }) => {
    const criteria = buyerSearchCriteria(body);
    refuseBackgroundSearch(criteria);
    const question = { criteria, sort: query.sort ?? DEFAULT_BUYER_SEARCH_SORT, asOf: deps.asOf() };
    const buyers = await searchBuyers(question, deps.ports(caller), signal);
    return new Reply(buyers, 200, { 'cache-control': 'no-store, private', ...deprecationHeaders(body) });
  });
