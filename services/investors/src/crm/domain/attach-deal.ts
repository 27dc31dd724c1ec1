import type { BuyerFilters } from '@plat/contracts';
import { type Clock, type Logger, withDeadline } from '@plat/kit';
import type { Searcher } from '../../background/index.ts';
import type { FoundBuyer, SearchedSubject } from '../../search/index.ts';
import { buyerKey } from './buyer-key.ts';
import { dealOwner } from './deal-owner.ts';
import type { AttachmentOutcome, CrmDealStore, DealBuyer, LateDealStore } from './ports.ts';

/** A buyer search that has found what there is. */
export interface FinishedSearch {
  searcher: Searcher;
  searchId: string;
  criteria: Pick<BuyerFilters, 'create_deal'>;
  subject: Pick<SearchedSubject, 'point' | 'property'>;
  buyers: readonly FoundBuyer[];
  /** When it found them, ISO 8601 in UTC. */
  at: string;
}

/** `late`: kept, to be written after the search was answered. `failed`: neither written nor kept. */
export type AttachOutcome = AttachmentOutcome | 'late' | 'failed';

export interface AttachDealDeps {
  crmDeals: Pick<CrmDealStore, 'attach'>;
  lateDeals: Pick<LateDealStore, 'keep'>;
  clock: Clock;
  log: Logger;
  onAttached(outcome: AttachOutcome): void;
}

/** How long a search waits for its deal. */
export const ATTACH_TIMEOUT_MS = 2_000;
/** How long a search waits until a late deal is kept; one small insert. */
export const KEEP_TIMEOUT_MS = 5_000;

/**
 * Makes or reuses the deal of the searched property and attaches the buyers found. Nothing happens unless the search
 * asks for it and its address names a property; a building without its unit is none.
 * A deal that cannot be written within `ATTACH_TIMEOUT_MS` is kept and written later. It never throws: a deal that can
 * neither be written nor kept is logged and counted.
 * @returns the id of the deal, null when there is none yet.
 */
export async function attachDeal(search: FinishedSearch, deps: AttachDealDeps, signal: AbortSignal) {
  const { searcher, searchId, criteria, subject, buyers, at } = search;
  const { property } = subject;
  if (!criteria.create_deal || property === null) return null;
  const { crmDeals, lateDeals, clock, log, onAttached } = deps;
  const attachment = { owner: dealOwner(searcher), searcher, property, searchId, buyers: dealBuyers(buyers), at };
  const within = <T>(timeoutMs: number, work: (bounded: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline({ deadlineMs: clock.nowMs() + timeoutMs, outer: signal, clock }, work);
  try {
    const { dealId, outcome } = await within(ATTACH_TIMEOUT_MS, (bounded) => crmDeals.attach(attachment, bounded));
    onAttached(outcome);
    return dealId;
  } catch (err) {
    // Its caller gave up, or the request ran out of time: it is not answered, and has no deal.
    if (signal.aborted) return null;
    log.info({ err, searchId, keyId: searcher.keyId }, 'the deal of a search could not be written in time');
  }
  try {
    await within(KEEP_TIMEOUT_MS, (bounded) => lateDeals.keep(attachment, bounded));
    onAttached('late');
  } catch (err) {
    log.error({ err, searchId, keyId: searcher.keyId }, 'the deal of a search is lost; the search goes on without it');
    onAttached('failed');
  }
  return null;
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
