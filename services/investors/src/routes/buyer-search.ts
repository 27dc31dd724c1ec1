import { buyerSearch, buyerSearchCriteria, DEFAULT_BUYER_SEARCH_SORT } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';
import { refuseBackgroundSearch } from '../domain/background-search.ts';
import { searchBuyers } from '../domain/search-buyers.ts';

/** `POST /v1/buyer-search` */
export const buyerSearchRoute = (deps: InvestorsDeps) =>
  operation(buyerSearch, async ({ body, query, signal, principal, requestId, deadlineMs }) => {
    const criteria = buyerSearchCriteria(body);
    refuseBackgroundSearch(criteria);
    const question = { criteria, sort: query.sort ?? DEFAULT_BUYER_SEARCH_SORT, asOf: deps.asOf() };
    return searchBuyers(question, deps.ports({ principal, requestId, deadlineMs }), signal);
  });
