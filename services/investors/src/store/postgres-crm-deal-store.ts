import type { CrmDeal } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import type {
  AttachmentOutcome,
  CrmDealFilter,
  CrmDealRange,
  CrmDealStore,
  DealAttachment,
} from '../domain/crm-deals/ports.ts';
import type { FoundBuyer } from '../domain/found-buyer.ts';
import type { WebhookOutbox } from '../domain/webhooks/ports.ts';

/** Of one deal: two of the longest searches. Those that were found longest ago give way. */
export const MOST_DEAL_BUYERS = 1_000;
/** Of one deal; the newest are kept. */
export const MOST_DEAL_SEARCHES = 100;
/** A statement that outlasts whoever waits for it gives its connection and its locks back. */
const STATEMENT_TIMEOUT_MS = 2_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface PostgresCrmDealStoreDeps {
  sql: Sql;
  outbox: WebhookOutbox<Transaction>;
}

interface Attached {
  is_changed: boolean;
  is_full: boolean;
  deal_url: string | null;
}

export function createPostgresCrmDealStore({ sql, outbox }: PostgresCrmDealStoreDeps): CrmDealStore {
  const columns = sql`
    deal.id as deal_id, deal.company_id, deal.key_id, deal.user_id, deal.property_id, deal.address, deal.latitude,
    deal.longitude,
    (select count(*)::int from investors.crm_deal_buyers b where b.deal_id = deal.id) as buyer_count,
    (select count(*)::int from investors.crm_deal_searches s where s.deal_id = deal.id) as search_count,
    to_char(deal.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
    to_char(deal.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at`;

  return {
    attach: (attachment, signal) =>
      sql.begin(async (tx) => {
        signal.throwIfAborted();
        await tx`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`;
        const deal = await lockDeal(tx, attachment);
        signal.throwIfAborted();
        const { is_changed, is_full, deal_url } = await addBuyers(tx, deal.id, attachment);
        if (is_full) await dropOldest(tx, deal.id);
        const outcome = outcomeOf(deal, is_changed);
        if (outcome !== 'unchanged' && deal_url !== null) await addNews(tx, outbox, deal.id, attachment, deal_url);
        signal.throwIfAborted();
        return { dealId: deal.id, outcome };
      }),

    list: (filter, range, most, signal) => {
      signal.throwIfAborted();
      return sql<CrmDeal[]>`
        select ${columns} from investors.crm_deals deal where ${within(sql, filter, range)}
        order by deal.updated_at desc, deal.id desc limit ${most}`;
    },

    find: async (dealId, signal) => {
      if (!UUID.test(dealId)) return null;
      signal.throwIfAborted();
      const [row] = await sql<(CrmDeal & { search_ids: string[]; buyers: FoundBuyer[] })[]>`
        select ${columns},
          array(
            select s.search_id::text from investors.crm_deal_searches s where s.deal_id = deal.id
            order by s.searched_at desc, s.search_id
          ) as search_ids,
          (
            select coalesce(
              jsonb_agg(b.found order by b.found_at desc, (b.found->>'rank')::int, b.buyer_key, b.buyer_type), '[]')
            from investors.crm_deal_buyers b where b.deal_id = deal.id
          ) as buyers
        from investors.crm_deals deal where deal.id = ${dealId}`;
      if (row === undefined) return null;
      const { search_ids, buyers, ...deal } = row;
      return { deal, searchIds: search_ids, buyers };
    },

    dealOf: async (searchId, signal) => {
      signal.throwIfAborted();
      const [row] = await sql<{ deal_id: string }[]>`
        select deal_id from investors.crm_deal_searches where search_id = ${searchId}`;
      return row?.deal_id ?? null;
    },
  };
}

interface LockedDeal {
  id: string;
  is_new: boolean;
  is_moved: boolean;
}

const outcomeOf = ({ is_new, is_moved }: LockedDeal, buyersChanged: boolean): AttachmentOutcome => {
  if (is_new) return 'created';
  return is_moved || buyersChanged ? 'changed' : 'unchanged';
};

/** Makes the deal or finds it, and holds it: searches of one property take turns, so that each sees what is there. */
async function lockDeal(tx: Transaction, { owner, searcher, property }: DealAttachment): Promise<LockedDeal> {
  const { companyId, keyId, userId } = searcher;
  const { propertyId, address, latitude, longitude } = property;
  const [deal] = await tx<LockedDeal[]>`
    with before as (
      select address, latitude, longitude from investors.crm_deals
      where owner = ${owner} and property_id = ${propertyId}
    )
    insert into investors.crm_deals as deal
      (owner, company_id, key_id, user_id, property_id, address, latitude, longitude, created_at, updated_at)
    values (${owner}, ${companyId}, ${keyId}, ${userId}, ${propertyId}, ${address}, ${latitude}, ${longitude},
      clock_timestamp(), clock_timestamp())
    on conflict (owner, property_id) do update set
      address = excluded.address, latitude = excluded.latitude, longitude = excluded.longitude,
      updated_at = greatest(deal.updated_at, clock_timestamp())
    returning id, xmax = 0 as is_new,
      exists (
        select from before
        where (before.address, before.latitude, before.longitude)
          is distinct from (deal.address, deal.latitude, deal.longitude)
      ) as is_moved`;
  return deal!;
}

/** Adds the search and its buyers to a deal that is held, in one statement however many they are. */
async function addBuyers(tx: Transaction, dealId: string, attachment: DealAttachment): Promise<Attached> {
  const { searcher, searchId, buyers, at } = attachment;
  const given = buyers.map(({ buyerKey, buyerType, found }) => ({
    buyer_key: buyerKey,
    buyer_type: buyerType,
    found,
  }));
  const [attached] = await tx<Attached[]>`
    with given as (
      select buyer_key, buyer_type, found
      from jsonb_to_recordset(${tx.json(given as never)}) as buyer(buyer_key text, buyer_type text, found jsonb)
    ), search as (
      insert into investors.crm_deal_searches (deal_id, search_id, searched_at)
      values (${dealId}, ${searchId}, ${at}) on conflict do nothing
    ), written as (
      insert into investors.crm_deal_buyers as buyer (deal_id, buyer_key, buyer_type, found, found_at)
      select ${dealId}, buyer_key, buyer_type, found, ${at} from given
      on conflict (deal_id, buyer_key, buyer_type) do update set found = excluded.found, found_at = excluded.found_at
      where buyer.found_at <= excluded.found_at
      returning buyer_key, buyer_type, found, xmax = 0 as is_new
    ), before as (
      select buyer_key, buyer_type, found from investors.crm_deal_buyers where deal_id = ${dealId}
    )
    select
      -- Not a join: with no statistics of a young deal it would compare every buyer with every other.
      exists (select buyer_key, buyer_type, found from written except table before) as is_changed,
      (select count(*) from before) + (select count(*) from written where is_new) > ${MOST_DEAL_BUYERS}
        or (select count(*) from investors.crm_deal_searches where deal_id = ${dealId}) >= ${MOST_DEAL_SEARCHES}
        as is_full,
      (select deal_url from investors.webhook_settings where key_id = ${searcher.keyId}) as deal_url`;
  return attached!;
}

async function dropOldest(tx: Transaction, dealId: string): Promise<void> {
  await tx`
    with buyers as (
      delete from investors.crm_deal_buyers where deal_id = ${dealId} and (buyer_key, buyer_type) in (
        select buyer_key, buyer_type from investors.crm_deal_buyers where deal_id = ${dealId}
        order by found_at desc, (found->>'rank')::int, buyer_key, buyer_type offset ${MOST_DEAL_BUYERS})
    )
    delete from investors.crm_deal_searches where deal_id = ${dealId} and search_id in (
      select search_id from investors.crm_deal_searches where deal_id = ${dealId}
      order by searched_at desc, search_id offset ${MOST_DEAL_SEARCHES})`;
}

/** A message that nobody has begun to write tells of this change too. Its row is held, so that it waits for us. */
async function addNews(
  tx: Transaction,
  outbox: WebhookOutbox<Transaction>,
  dealId: string,
  { searcher: { companyId, keyId } }: DealAttachment,
  url: string,
): Promise<void> {
  const waiting = await tx`
    select from investors.webhook_deliveries
    where deal_id = ${dealId} and key_id = ${keyId} and url = ${url} and status = 'pending' and turn = 1
      and claimed_until is null
    limit 1 for share`;
  if (waiting.count > 0) return;
  await outbox.add(tx, { event: 'deal.changed', subject: { dealId }, companyId, keyId, url });
}

function within(sql: Sql, { companyId, keyId, userId }: CrmDealFilter, { changedAfter, behind }: CrmDealRange) {
  // Instants go as text: as themselves the driver would cut them to milliseconds.
  const place = behind && sql`(${behind.updatedAt}::text::timestamptz, ${behind.dealId}::uuid)`;
  return sql`true
    ${companyId === undefined ? sql`` : sql`and deal.company_id = ${companyId}`}
    ${keyId === undefined ? sql`` : sql`and deal.key_id = ${keyId}`}
    ${userId === undefined ? sql`` : sql`and deal.user_id = ${userId}`}
    ${changedAfter === null ? sql`` : sql`and deal.updated_at > ${changedAfter}::text::timestamptz`}
    ${place === null ? sql`` : sql`and (deal.updated_at, deal.id) < ${place}`}`;
}
