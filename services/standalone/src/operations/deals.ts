import type { AccountsDeps } from '@plat/accounts/deps';
import type { OperationPorts } from '@plat/console/deps';
import { pageLimit, readCursor, writeCursor } from '@plat/console/paging';
import type { OperatorInvestors } from '@plat/investors/operator';
import type { Realm } from '@plat/kit';

type DealPorts = Pick<OperationPorts, 'listDeals' | 'readDeal' | 'changeDeal' | 'changeDealBuyer'>;

export interface DealsHost {
  accounts: AccountsDeps;
  investors(): Promise<OperatorInvestors>;
  /** The records that people read. */
  realm(): Promise<Realm>;
  asOf(): string;
}

/** Deals of searched properties, in stages. */
export function dealOperations({ accounts, investors, realm, asOf }: DealsHost): DealPorts {
  const board = async () => (await investors()).dealBoard(asOf());
  const scopeOf = async ({ companyId }: { companyId: string | null }) => ({ companyId, realm: await realm() });
  return {
    listDeals: async (call) => {
      const { stage = null, cursor } = call.query;
      const limit = pageLimit(call.query);
      const after = readCursor<{ updatedAt: string; dealId: string }>(cursor, { updatedAt: 'instant', dealId: 'uuid' });
      const found = await (await board()).list(await scopeOf(call), stage, after, limit + 1);
      const deals = found.slice(0, limit);
      const last = found.length > limit ? deals.at(-1) : undefined;
      const nextCursor = last === undefined ? null : writeCursor({ updatedAt: last.updated_at, dealId: last.deal_id });
      return { deals, next_cursor: nextCursor };
    },

    readDeal: async (call) => (await board()).read(await scopeOf(call), call.query.deal_id, call.request.signal),

    changeDeal: async (call) => {
      const { deal_id: dealId } = call.query;
      const { stage } = call.body;
      const { deal, before } = await (await board()).setStage(await scopeOf(call), dealId, stage);
      await accounts.audit.append(call.actor, {
        action: 'deal.stage_changed',
        subject: `deal:${dealId}`,
        companyId: call.companyId ?? undefined,
        before: { stage: before },
        after: { stage },
      });
      return deal;
    },

    changeDealBuyer: async (call) => {
      const { deal_id: dealId, buyer } = call.query;
      const { stage } = call.body;
      const { deal, before } = await (await board()).setBuyerStage(await scopeOf(call), dealId, buyer, stage);
      await accounts.audit.append(call.actor, {
        action: 'deal.buyer_stage_changed',
        subject: `deal:${dealId}`,
        companyId: call.companyId ?? undefined,
        before: { buyer, stage: before },
        after: { buyer, stage },
      });
      return deal;
    },
  };
}
