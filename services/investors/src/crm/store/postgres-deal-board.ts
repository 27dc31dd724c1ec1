import { isUuid } from '@plat/contracts';
import type { BuyerStage, DealDocument, DealStage } from '@plat/contracts/admin';
import type { Sql } from '@plat/db';
import { foundBuyerCodec } from '../../search/index.ts';
import type { DealBoardStore, DealScope } from '../domain/deal-board.ts';

interface BuyerRow {
  buyer: string;
  stage: BuyerStage;
  found: object;
}

export function createPostgresDealBoard(sql: Sql): DealBoardStore {
  const columns = sql`
    deal.id as deal_id, deal.company_id, deal.address, deal.latitude, deal.longitude, deal.stage,
    (select count(*)::int from investors.crm_deal_buyers b where b.deal_id = deal.id) as buyer_count,
    (
      select count(*)::int from investors.crm_deal_buyers b
      where b.deal_id = deal.id and b.stage not in ('found', 'declined')
    ) as active_buyer_count,
    to_char(deal.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
    to_char(deal.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at`;
  const inScope = ({ companyId, realm }: DealScope) => sql`
    deal.realm = ${realm}
    ${companyId === null ? sql`` : sql`and deal.company_id = ${companyId} and deal.user_id is null`}`;
  const one = async (scope: DealScope, dealId: string): Promise<DealDocument | null> => {
    if (!isUuid(dealId)) return null;
    const [deal] = await sql<DealDocument[]>`
      select ${columns} from investors.crm_deals deal where deal.id = ${dealId} and ${inScope(scope)}`;
    return deal ?? null;
  };

  return {
    list: (scope, stage, after, limit) => {
      // Sent as text, because the driver would truncate it to milliseconds.
      const behind =
        after && sql`and (deal.updated_at, deal.id) < (${after.updatedAt}::text::timestamptz, ${after.dealId}::uuid)`;
      return sql<DealDocument[]>`
        select ${columns} from investors.crm_deals deal
        where ${inScope(scope)} ${stage === null ? sql`` : sql`and deal.stage = ${stage}`} ${behind ?? sql``}
        order by deal.updated_at desc, deal.id desc limit ${limit}`;
    },

    find: async (scope, dealId) => {
      const deal = await one(scope, dealId);
      if (deal === null) return null;
      const rows = await sql<BuyerRow[]>`
        select b.buyer_type || ':' || b.buyer_key as buyer, b.stage, b.found from investors.crm_deal_buyers b
        where b.deal_id = ${dealId}
        order by b.found_at desc, (b.found->>'rank')::int, b.buyer_key, b.buyer_type`;
      return { deal, buyers: rows.map((row) => ({ ...row, found: foundBuyerCodec.decode(row.found) })) };
    },

    setStage: async (scope, dealId, stage) => {
      if (!isUuid(dealId)) return null;
      const [changed] = await sql<{ before: DealStage }[]>`
        with before as (
          select id, stage from investors.crm_deals deal where deal.id = ${dealId} and ${inScope(scope)} for update
        )
        update investors.crm_deals deal set stage = ${stage} from before where deal.id = before.id
        returning before.stage as before`;
      const deal = changed === undefined ? null : await one(scope, dealId);
      return deal === null ? null : { deal, before: changed!.before };
    },

    setBuyerStage: async (scope, dealId, buyer, stage) => {
      if (!isUuid(dealId)) return null;
      const [changed] = await sql<{ before: BuyerStage }[]>`
        with before as (
          select b.deal_id, b.buyer_key, b.buyer_type, b.stage
          from investors.crm_deal_buyers b join investors.crm_deals deal on deal.id = b.deal_id
          where b.deal_id = ${dealId} and b.buyer_type || ':' || b.buyer_key = ${buyer} and ${inScope(scope)}
          for update of b
        )
        update investors.crm_deal_buyers b set stage = ${stage} from before
        where (b.deal_id, b.buyer_key, b.buyer_type) = (before.deal_id, before.buyer_key, before.buyer_type)
        returning before.stage as before`;
      const deal = changed === undefined ? null : await one(scope, dealId);
      return deal === null ? null : { deal, before: changed!.before };
    },
  };
}
