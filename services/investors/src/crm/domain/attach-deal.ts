import { type Clock, type Logger, withDeadline } from '@plat/kit';
import type { FinishedSearch, FoundBuyer } from '../../search/index.ts';
import { buyerKey } from './buyer-key.ts';
import { dealOwner } from './deal-owner.ts';
import type { AttachmentOutcome, CrmDealStore, DealBuyer, LateDealStore } from './ports.ts';

/** `late`: stored, to be written after the response. `failed`: neither written nor stored. */
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
/** How long a search waits for storing a late deal, one small insert. */
export const KEEP_TIMEOUT_MS = 5_000;

/**
 * Creates or reuses the deal of the searched property and attaches the buyers found. Does nothing unless the search
 * asks for it and its address names a property; a building without a unit is none. A deal that cannot be written within
 * `ATTACH_TIMEOUT_MS` is stored and written later. Never throws: a deal that can be neither written nor stored is
 * logged and counted.
 * @returns the id of the deal; null when there is none yet
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
    // The caller hung up or the request timed out: it gets no response, and no deal.
    if (signal.aborted) return null;
    log.info(
      { err, searchId, keyId: searcher.keyId },
      'could not write the deal of a search in time; storing it for later',
    );
  }
  try {
    await within(KEEP_TIMEOUT_MS, (bounded) => lateDeals.keep(attachment, bounded));
    onAttached('late');
  } catch (err) {
    log.error(
      { err, searchId, keyId: searcher.keyId },
      'lost the deal of a search: it could be neither written nor stored; the search continues',
    );
    onAttached('failed');
  }
  return null;
}

/**
 * Two clusters may share name and address in two states; the better rank represents both. Without explanations: a deal
 * does not show them, and a search that asks for them must not count as a change.
 */
function dealBuyers(buyers: readonly FoundBuyer[]): DealBuyer[] {
  const byKey = new Map<string, DealBuyer>();
  for (const { explanation: _, ...found } of buyers) {
    const { buyerType } = found.deal;
    const key = buyerKey(found.deal);
    const known = byKey.get(`${key} ${buyerType}`);
    if (known === undefined || found.rank < known.found.rank) {
      byKey.set(`${key} ${buyerType}`, { buyerKey: key, buyerType, found });
    }
  }
  return [...byKey.values()];
}
