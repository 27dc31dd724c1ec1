import { buyerSearch, buyerSearchCriteria, DEFAULT_BUYER_SEARCH_SORT } from '@plat/contracts';
import { operation, Reply, SKIPTRACED_HEADER } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';
import { refuseBackgroundSearch } from '../domain/background-search.ts';
import { countLookups } from '../domain/count-lookups.ts';
import { findBuyers } from '../domain/find-buyers.ts';
import { showBuyers } from '../domain/show-buyers.ts';

/** `POST /v1/buyer-search` */
export const buyerSearchRoute = (deps: InvestorsDeps) =>
  operation(buyerSearch, async ({ body, query, signal, principal, requestId, deadlineMs }) => {
    const criteria = buyerSearchCriteria(body);
    refuseBackgroundSearch(criteria);
    const question = { criteria, sort: query.sort ?? DEFAULT_BUYER_SEARCH_SORT, asOf: deps.asOf() };
    const { contacts, ...ports } = deps.ports({ principal, requestId, deadlineMs });
    const lookups = countLookups(contacts);
    const { buyers: found } = await findBuyers(question, { ...ports, contacts: lookups.contacts }, signal);
    const showing = { ...criteria, asOf: question.asOf, checkedAt: new Date(deps.clock.nowMs()).toISOString() };
    const buyers = await showBuyers(found, ports.suppressions, showing, signal);
    return new Reply(buyers, 200, { [SKIPTRACED_HEADER]: String(lookups.ran()) });
  });
