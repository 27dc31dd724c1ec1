import { linkedDeals, linkedDealsCriteria } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { OwnersDeps } from '../deps.ts';
import { findLinkedDeals } from '../domain/linked-deals.ts';

/** `POST /v1/linked-deals` */
export const linkedDealsRoute = (deps: OwnersDeps) =>
  operation(linkedDeals, async ({ body, principal: { realm }, signal }) => {
    const { owners, buyerDeals: deals } = deps.market(realm);
    return findLinkedDeals(linkedDealsCriteria(body), deps.asOf(realm), { owners, deals }, signal);
  });
