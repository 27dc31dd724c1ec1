import type { BuyerFilters } from '@plat/contracts';
import { type Clock, type Logger, withDeadline } from '@plat/kit';
import type { FoundBuyer } from '../found-buyer.ts';
import type { SearchedSubject } from '../locate-subject.ts';
import type { Searcher } from '../searches/search.ts';
import { buyerKey } from './buyer-key.ts';
import { dealOwner } from './deal-owner.ts';
import type { AttachmentOutcome, CrmDealStore, DealBuyer } from './ports.ts';

/** A buyer search that has found what there is. */
export interface FinishedSearch {
  searcher: Searcher;
  searchId: string;
  criteria: Pick<BuyerFilters, 'create_deal'>;
  subject: SearchedSubject;
  buyers: readonly FoundBuyer[];
  /** When it found them, ISO 8601 in UTC. */
  at: string;
}

export interface AttachDealDeps {
  crmDeals: Pick<CrmDealStore, 'attach'>;
  clock: Clock;
  log: Logger;
  onAttached(outcome: AttachmentOutcome | 'failed'): void;
}

/** How long a search waits for its deal. */
export const ATTACH_TIMEOUT_MS = 2_000;

/**
 * Makes or reuses the deal of the searched property and attaches the buyers found. Nothing happens unless the search
 * asks for it and its address names a property (decision 7): a building without the unit asked for is none.
 * It never throws and takes at most `ATTACH_TIMEOUT_MS`: a deal that could not be made is logged and counted.
 * @returns the id of the deal, null when there is none.
 */
export async function attachDeal(search: FinishedSearch, deps: AttachDealDeps, signal: AbortSignal) {
  const { searcher, searchId, criteria, subject, buyers, at } = search;
  const { property } = subject;
  if (!criteria.create_deal || property === null) return null;
  const { crmDeals, clock, log, onAttached } = deps;
  try {
    const attachment = { owner: dealOwner(searcher), searcher, property, searchId, buyers: dealBuyers(buyers), at };
    const deadlineMs = clock.nowMs() + ATTACH_TIMEOUT_MS;
    const { dealId, outcome } = await withDeadline({ deadlineMs, outer: signal, clock }, (bounded) =>
      crmDeals.attach(attachment, bounded),
    );
    onAttached(outcome);
    return dealId;
  } catch (err) {
    log.warn({ err, searchId, keyId: searcher.keyId }, 'the deal of a search was not kept; the search goes on');
    onAttached('failed');
    return null;
  }
}

/** Two clusters may be one name at one address, in two states: the better rank stands for both. */
function dealBuyers(buyers: readonly FoundBuyer[]): DealBuyer[] {
  const byKey = new Map<string, DealBuyer>();
  for (const found of buyers) {
    const { buyerType } = found.deal;
    const key = buyerKey(found.deal);
    const known = byKey.get(`${key} ${buyerType}`);
    if (known === undefined || found.rank < known.found.rank) {
      byKey.set(`${key} ${buyerType}`, { buyerKey: key, buyerType, found });
    }
  }
  return [...byKey.values()];
}
