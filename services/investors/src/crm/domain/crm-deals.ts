import type { CrmDeal, CrmDealDetails } from '@plat/contracts';
import type { DealAttacher } from '../../search/index.ts';
import { type AttachDealDeps, attachDeal } from './attach-deal.ts';
import { listCrmDeals } from './list-crm-deals.ts';
import type { CrmDealFilter, CrmDealStore } from './ports.ts';
import { type ReadCrmDealDeps, readCrmDeal, type WantedCrmDeal } from './read-crm-deal.ts';

/** Reads deals of searched properties. The do-not-contact lists are applied at each read. */
export interface CrmDealReader {
  /** @throws AppError VALIDATION_ERROR (400) for an invalid cursor */
  list(
    filter: CrmDealFilter,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ deals: CrmDeal[]; next_cursor: string | null }>;
  /** @throws AppError NOT_FOUND (404) */
  read(wanted: WantedCrmDeal, signal: AbortSignal): Promise<CrmDealDetails>;
}

/** Reads deals, and creates them for searches. */
export interface CrmDeals extends CrmDealReader, DealAttacher {}

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
