import { onBehalfOf, type SearchFinder } from '../../background/index.ts';
import type { SearchDeps } from '../deps.ts';
import { foundBuyerCodec } from './found-buyer-codec.ts';
import { searchBuyers } from './search-buyers.ts';
import { resolvedAtAcceptance } from './searched-address.ts';

/** Finds the buyers of a background search and attaches them to its deal. */
export const buyerSearchFinder =
  ({ ports: portsOf, crmDeals, clock }: Pick<SearchDeps, 'ports' | 'crmDeals' | 'clock'>): SearchFinder =>
  async ({ id, question, sort, searcher }, requestId, signal) => {
    if (question.api !== 'v1') throw new Error(`expected a search of v1, got one of ${question.api}`);
    const ports = portsOf({ principal: onBehalfOf(searcher), requestId, deadlineMs: undefined });
    const { criteria, asOf, resolved } = question;
    const addresses = resolvedAtAcceptance(resolved, ports.addresses);
    const { subject, buyers, skiptraced } = await searchBuyers(
      { criteria, asOf, sort },
      { ...ports, addresses },
      signal,
    );
    const at = new Date(clock.nowMs()).toISOString();
    await crmDeals.attach({ searcher, searchId: id, criteria, subject, buyers, at }, signal);
    return { buyers: buyers.map(foundBuyerCodec.encode), skiptraced };
  };
