import type { CrmDeal, CrmDealDetails } from '@plat/contracts';
import { type AttachDealDeps, attachDeal, type FinishedSearch } from './attach-deal.ts';
import { listCrmDeals } from './list-crm-deals.ts';
import type { CrmDealFilter, CrmDealStore } from './ports.ts';
import { type ReadCrmDealDeps, readCrmDeal, type WantedCrmDeal } from './read-crm-deal.ts';

/** Deals of searched properties as they are read, contacts as the do-not-contact lists allow at that moment. */
export interface CrmDealReader {
  /** @throws AppError VALIDATION_ERROR (400) for a cursor that is not ours. */
  list(
    filter: CrmDealFilter,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ deals: CrmDeal[]; next_cursor: string | null }>;
  /** @throws AppError NOT_FOUND (404). */
  read(wanted: WantedCrmDeal, signal: AbortSignal): Promise<CrmDealDetails>;
}

/** The same, and as searches make them. */
export interface CrmDeals extends CrmDealReader {
  /** See `attachDeal`. @returns the id of the deal, null when there is none. */
  attach(search: FinishedSearch, signal: AbortSignal): Promise<string | null>;
  dealOf: CrmDealStore['dealOf'];
}

export const createCrmDealReader = (
  deps: ReadCrmDealDeps & { crmDeals: Pick<CrmDealStore, 'list' | 'find'> },
): CrmDealReader => ({
  list: (filter, cursor, signal) => listCrmDeals(deps, filter, cursor, signal),
  read: (wanted, signal) => readCrmDeal(deps, wanted, signal),
});

export const createCrmDeals = (deps: AttachDealDeps & ReadCrmDealDeps & { crmDeals: CrmDealStore }): CrmDeals => ({
  ...createCrmDealReader(deps),
  attach: (search, signal) => attachDeal(search, deps, signal),
  dealOf: (searchId, signal) => deps.crmDeals.dealOf(searchId, signal),
});
