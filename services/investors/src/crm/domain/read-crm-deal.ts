import type { CrmDealDetails } from '@plat/contracts';
import { AppError, type Realm } from '@plat/kit';
import type { SuppressionLists } from '../../contacts/index.ts';
import { showBuyers } from '../../search/index.ts';
import type { CrmDealStore } from './ports.ts';

export interface ReadCrmDealDeps {
  crmDeals: Pick<CrmDealStore, 'find'>;
  suppressions(realm: Realm): SuppressionLists;
  clock: { nowMs(): number };
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf(realm: Realm): string;
}

export interface WantedCrmDeal {
  dealId: string;
  /** Realm of the deal; any realm when missing. */
  realm?: Realm;
}

/**
 * A deal with its searches and buyers. The do-not-contact lists are applied now. Buyers of the newest search come
 * first; ranks continue from one search to the next without gaps.
 * @throws AppError NOT_FOUND (404) for an unknown or malformed id
 */
export async function readCrmDeal(
  deps: ReadCrmDealDeps,
  { dealId, realm }: WantedCrmDeal,
  signal: AbortSignal,
): Promise<CrmDealDetails> {
  const stored = await deps.crmDeals.find(dealId, signal);
  if (stored === null || (realm !== undefined && stored.realm !== realm))
    throw new AppError('NOT_FOUND', 'There is no deal with this id');
  const ranked = stored.buyers.map((buyer, index) => ({ ...buyer, rank: index + 1 }));
  const showing = {
    hide_no_phone: false,
    asOf: deps.asOf(stored.realm),
    explain: false,
    checkedAt: new Date(deps.clock.nowMs()).toISOString(),
  };
  const buyers = await showBuyers(ranked, deps.suppressions(stored.realm), showing, signal);
  return { ...stored.deal, search_ids: stored.searchIds, buyers };
}
