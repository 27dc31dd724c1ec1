import type { BuyerSearchItem } from '@plat/contracts';
import type { BuyerStage, DealDocument, DealStage } from '@plat/contracts/admin';
import { AppError, type Realm } from '@plat/kit';
import { type FoundBuyer, showBuyers } from '../../search/index.ts';
import type { ReadCrmDealDeps } from './read-crm-deal.ts';

/** The deals that a person sees. */
export interface DealScope {
  /** Own deals of one company, without those of end users of its keys; null: all deals. */
  companyId: string | null;
  realm: Realm;
}

/** A buyer under the name that it has within its deal. */
export interface BoardBuyer {
  buyer: string;
  stage: BuyerStage;
  found: FoundBuyer;
}

export interface DealBoardStore {
  /** Last searched first, after the given pair. */
  list(
    scope: DealScope,
    stage: DealStage | null,
    after: { updatedAt: string; dealId: string } | null,
    limit: number,
  ): Promise<DealDocument[]>;
  /** Null for a deal out of scope. Buyers of the newest search first, by rank. */
  find(scope: DealScope, dealId: string): Promise<{ deal: DealDocument; buyers: BoardBuyer[] } | null>;
  /** Null for a deal out of scope. */
  setStage(
    scope: DealScope,
    dealId: string,
    stage: DealStage,
  ): Promise<{ deal: DealDocument; before: DealStage } | null>;
  /** Null for a deal out of scope, and for a buyer that it does not have. */
  setBuyerStage(
    scope: DealScope,
    dealId: string,
    buyer: string,
    stage: BuyerStage,
  ): Promise<{ deal: DealDocument; before: BuyerStage } | null>;
}

/** Deals as people work with them: in stages, with the stage of each buyer. */
export interface DealBoard extends Pick<DealBoardStore, 'list'> {
  /** @throws AppError NOT_FOUND */
  read(
    scope: DealScope,
    dealId: string,
    signal: AbortSignal,
  ): Promise<DealDocument & { buyers: { buyer: string; stage: BuyerStage; found: BuyerSearchItem }[] }>;
  /** @throws AppError NOT_FOUND */
  setStage(...change: Parameters<DealBoardStore['setStage']>): Promise<{ deal: DealDocument; before: DealStage }>;
  /** @throws AppError NOT_FOUND */
  setBuyerStage(
    ...change: Parameters<DealBoardStore['setBuyerStage']>
  ): Promise<{ deal: DealDocument; before: BuyerStage }>;
}

const required = <Found>(found: Found | null): Found => {
  if (found === null) throw new AppError('NOT_FOUND', 'There is no such deal, or no such buyer in it');
  return found;
};

export const createDealBoard = (deps: Omit<ReadCrmDealDeps, 'crmDeals'> & { board: DealBoardStore }): DealBoard => ({
  list: deps.board.list,
  read: async (scope, dealId, signal) => {
    const { deal, buyers } = required(await deps.board.find(scope, dealId));
    const ranked = buyers.map(({ found }, index) => ({ ...found, rank: index + 1 }));
    const showing = {
      hide_no_phone: false,
      asOf: deps.asOf(scope.realm),
      explain: false,
      checkedAt: new Date(deps.clock.nowMs()).toISOString(),
    };
    const items = await showBuyers(ranked, deps.suppressions(scope.realm), showing, signal);
    return {
      ...deal,
      buyers: items.map((found, at) => ({ buyer: buyers[at]!.buyer, stage: buyers[at]!.stage, found })),
    };
  },
  setStage: async (...change) => required(await deps.board.setStage(...change)),
  setBuyerStage: async (...change) => required(await deps.board.setBuyerStage(...change)),
});
