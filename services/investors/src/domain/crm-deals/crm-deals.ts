import type { CrmDeal, CrmDealDetails } from '@plat/contracts';
import { type AttachDealDeps, attachDeal, type FinishedSearch } from './attach-deal.ts';
import { listCrmDeals } from './list-crm-deals.ts';
import type { CrmDealFilter, CrmDealStore } from './ports.ts';
import { type ReadCrmDealDeps, readCrmDeal } from './read-crm-deal.ts';

/** Deals of searched properties: as searches make them, and as they are read. */
export interface CrmDeals {
  /** See `attachDeal`. @returns the id of the deal, null when there is none. */
  attach(search: FinishedSearch, signal: AbortSignal): Promise<string | null>;
  /** @throws AppError VALIDATION_ERROR (400) for a cursor that is not ours. */
  list(
    filter: CrmDealFilter,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ deals: CrmDeal[]; next_cursor: string | null }>;
  /** @throws AppError NOT_FOUND (404). */
  read(dealId: string, signal: AbortSignal): Promise<CrmDealDetails>;
}

export const createCrmDeals = (deps: AttachDealDeps & ReadCrmDealDeps & { crmDeals: CrmDealStore }): CrmDeals => ({
  attach: (search, signal) => attachDeal(search, deps, signal),
  list: (filter, cursor, signal) => listCrmDeals(deps, filter, cursor, signal),
  read: (dealId, signal) => readCrmDeal(deps, dealId, signal),
});
