import { createHash } from 'node:crypto';
import { type CrmDeal, isUuid } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { type FoundBuyer, foundBuyerCodec } from '../../search/index.ts';
import type { WebhookOutbox } from '../../webhooks/index.ts';
import type { AttachmentOutcome, CrmDealFilter, CrmDealRange, CrmDealStore, DealAttachment } from '../domain/ports.ts';
import type { crmDealBuyers, crmDealSearches, crmDeals } from './tables.ts';

/** Maximum buyers per deal, as many as two of the longest searches find; the oldest are dropped. */
export const MOST_DEAL_BUYERS = 1_000;
/** Maximum searches per deal; the newest are kept. */
export const MOST_DEAL_SEARCHES = 100;
/** A statement that outlasts its caller releases its connection and its locks. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** A deal with its searches and its buyers, both newest first. */
type FoundDealRow = CrmDeal &
  Pick<typeof crmDeals.$inferSelect, 'realm'> & {
    search_ids: string[];
    buyers: (typeof crmDealBuyers.$inferSelect)['found'][];
  };

export interface PostgresCrmDealStoreDeps {
  sql: Sql;
  outbox: WebhookOutbox<Transaction>;
}

/** The buyers of a search as stored. */
interface KeptBuyers {
  /** An array of objects with the columns of a buyer. */
  json: string;
  /** Hash of the buyers without their format version: a new version does not change a deal. */
  hash: string;
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
      sql.begin((tx) => writeAttachment(tx, outbox, attachment, { signal, statementTimeoutMs: STATEMENT_TIMEOUT_MS })),

    list: (filter, range, most, signal) => {
      signal.throwIfAborted();
      return sql<CrmDeal[]>`
        select ${columns} from investors.crm_deals deal where ${within(sql, filter, range)}
        order by deal.updated_at desc, deal.id desc limit ${most}`;
    },

    find: async (dealId, signal) => {
      if (!isUuid(dealId)) return null;
      signal.throwIfAborted();
      const [row] = await sql<FoundDealRow[]>`
        select ${columns}, deal.realm,
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
      const { realm, search_ids, buyers, ...deal } = row;
      return { deal, realm, searchIds: search_ids, buyers: buyers.map(foundBuyerCodec.decode) };
    },

    dealOf: async (searchId, signal) => {
      signal.throwIfAborted();
      const [row] = await sql<Pick<typeof crmDealSearches.$inferSelect, 'deal_id'>[]>`
        select deal_id from investors.crm_deal_searches where search_id = ${searchId}`;
      return row?.deal_id ?? null;
    },
  };
}

/**
 * Writes the additions of a search to its deal in a transaction, see `CrmDealStore.attach`.
 * @param bounds the signal is checked between statements
 */
export async function writeAttachment(
  tx: Transaction,
  outbox: WebhookOutbox<Transaction>,
  attachment: DealAttachment,
  { signal, statementTimeoutMs }: { signal?: AbortSignal; statementTimeoutMs: number },
): Promise<{ dealId: string; outcome: AttachmentOutcome }> {
  signal?.throwIfAborted();
  const buyers = keptBuyers(attachment);
  // Awaited: a statement sent meanwhile may run under the previous timeout.
  await tx`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`;
  const deal = await lockDeal(tx, attachment, buyers);
  signal?.throwIfAborted();
  const added = deal.has_these_buyers ? NOTHING_ADDED : await addBuyers(tx, deal, attachment, buyers);
  if (deal.has_all_searches || added.has_too_many) await dropOldest(tx, deal.id);
  const outcome = outcomeOf(deal, added.is_changed);
  if (outcome !== 'unchanged' && deal.deal_url !== null) {
    await queueEvent(tx, outbox, deal.id, attachment, deal.deal_url);
  }
  signal?.throwIfAborted();
  return { dealId: deal.id, outcome };
}

interface LockedDeal {
  id: string;
  is_new: boolean;
  is_moved: boolean;
  /** True if the newest search found exactly these buyers; then no buyer needs to be written. */
  has_these_buyers: boolean;
  /** True if the buyers were found again since they were written. */
  is_found_again: boolean;
  has_all_searches: boolean;
  deal_url: string | null;
}

interface Added {
  is_changed: boolean;
  has_too_many: boolean;
}

const NOTHING_ADDED: Added = { is_changed: false, has_too_many: false };

const outcomeOf = ({ is_new, is_moved }: LockedDeal, buyersChanged: boolean): AttachmentOutcome => {
  if (is_new) return 'created';
  return is_moved || buyersChanged ? 'changed' : 'unchanged';
};

function keptBuyers({ buyers }: DealAttachment): KeptBuyers {
  const rowsOf = (form: (found: FoundBuyer) => object) =>
    JSON.stringify(
      buyers.map(({ buyerKey, buyerType, found }) => ({
        buyer_key: buyerKey,
        buyer_type: buyerType,
        found: form(found),
      })),
    );
  const content = rowsOf((found) => found);
  return { json: rowsOf(foundBuyerCodec.encode), hash: createHash('sha256').update(content).digest('base64url') };
}

/**
 * Creates or finds the deal, records the search, and locks the deal, so that searches of one property run one after
 * another. If the newest search found the same buyers, nothing else needs to be written.
 */
async function lockDeal(tx: Transaction, attachment: DealAttachment, buyers: KeptBuyers): Promise<LockedDeal> {
  const { owner, searchId, at } = attachment;
  const { companyId, keyId, userId, realm } = attachment.searcher;
  const { propertyId, address, latitude, longitude } = attachment.property;
  const [deal] = await tx<LockedDeal[]>`
    with before as (
      select address, latitude, longitude from investors.crm_deals
      where owner = ${owner} and property_id = ${propertyId}
    ), held as (
      insert into investors.crm_deals as deal
        (owner, company_id, key_id, user_id, realm, property_id, address, latitude, longitude, created_at, updated_at)
      values (${owner}, ${companyId}, ${keyId}, ${userId}, ${realm}, ${propertyId}, ${address}, ${latitude},
        ${longitude}, clock_timestamp(), clock_timestamp())
      on conflict (owner, property_id) do update set
        -- A search that is written late leaves what a newer one wrote.
        address = case when deal.newest_search_at > ${at} then deal.address else excluded.address end,
        latitude = case when deal.newest_search_at > ${at} then deal.latitude else excluded.latitude end,
        longitude = case when deal.newest_search_at > ${at} then deal.longitude else excluded.longitude end,
        updated_at = greatest(deal.updated_at, clock_timestamp()),
        newest_search_at = case deal.newest_buyers when ${buyers.hash}
          then greatest(deal.newest_search_at, ${at}) else deal.newest_search_at end
      returning deal.*, xmax = 0 as is_new
    ), search as (
      insert into investors.crm_deal_searches (deal_id, search_id, searched_at)
      select id, ${searchId}, ${at} from held on conflict do nothing
    )
    select id, is_new,
      exists (
        select from before
        where (before.address, before.latitude, before.longitude)
          is distinct from (held.address, held.latitude, held.longitude)
      ) as is_moved,
      newest_buyers is not distinct from ${buyers.hash} as has_these_buyers,
      newest_search_at is distinct from newest_buyers_at as is_found_again,
      (select count(*) from investors.crm_deal_searches s where s.deal_id = held.id) >= ${MOST_DEAL_SEARCHES}
        as has_all_searches,
      (select deal_url from investors.webhook_settings where webhook_settings.key_id = ${keyId}) as deal_url
    from held`;
  return deal!;
}

/** Adds buyers to a locked deal in one statement. */
async function addBuyers(
  tx: Transaction,
  deal: LockedDeal,
  { at }: DealAttachment,
  buyers: KeptBuyers,
): Promise<Added> {
  if (deal.is_found_again) await dateNewestBuyers(tx, deal.id);
  const [added] = await tx<Added[]>`
    with given as (
      select buyer_key, buyer_type, found
      from jsonb_to_recordset(${buyers.json}::text::jsonb) as buyer(buyer_key text, buyer_type text, found jsonb)
    ), newest as (
      update investors.crm_deals set newest_buyers = ${buyers.hash}, newest_buyers_at = ${at}, newest_search_at = ${at}
      where id = ${deal.id} and (newest_search_at is null or newest_search_at <= ${at})
    ), written as (
      insert into investors.crm_deal_buyers as buyer (deal_id, buyer_key, buyer_type, found, found_at)
      select ${deal.id}, buyer_key, buyer_type, found, ${at} from given
      on conflict (deal_id, buyer_key, buyer_type) do update set found = excluded.found, found_at = excluded.found_at
      where buyer.found_at <= excluded.found_at
      returning buyer_key, buyer_type, found, xmax = 0 as is_new
    ), before as (
      select buyer_key, buyer_type, found from investors.crm_deal_buyers where deal_id = ${deal.id}
    )
    select
      -- Not a join: with no statistics of a young deal it would compare every buyer with every other.
      exists (
        select buyer_key, buyer_type, found - 'version' from written
        except select buyer_key, buyer_type, found - 'version' from before
      ) as is_changed,
      (select count(*) from before) + (select count(*) from written where is_new) > ${MOST_DEAL_BUYERS} as has_too_many`;
  return added!;
}

/**
 * Dates the buyers of the newest search with the time when they were last found, before others are compared with them.
 */
const dateNewestBuyers = (tx: Transaction, dealId: string) => tx`
  with dated as (
    update investors.crm_deal_buyers buyer set found_at = deal.newest_search_at from investors.crm_deals deal
    where deal.id = ${dealId} and buyer.deal_id = deal.id and buyer.found_at = deal.newest_buyers_at
  )
  update investors.crm_deals set newest_buyers_at = newest_search_at where id = ${dealId}`;

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

/** A queued message that no process has claimed covers this change too. Its row stays locked until we commit. */
async function queueEvent(
  tx: Transaction,
  outbox: WebhookOutbox<Transaction>,
  dealId: string,
  { searcher: { companyId, keyId, userId } }: DealAttachment,
  url: string,
): Promise<void> {
  const waiting = await tx`
    select from investors.webhook_deliveries
    where deal_id = ${dealId} and key_id = ${keyId} and url = ${url} and status = 'pending' and turn = 1
      and claimed_until is null
    limit 1 for share`;
  if (waiting.count > 0) return;
  await outbox.add(tx, { event: 'deal.changed', subject: { dealId }, companyId, keyId, userId, url });
}

function within(sql: Sql, { companyId, keyId, userId, realm }: CrmDealFilter, { changedAfter, behind }: CrmDealRange) {
  // Instants are sent as text, because the driver would truncate them to milliseconds.
  const place = behind && sql`(${behind.updatedAt}::text::timestamptz, ${behind.dealId}::uuid)`;
  return sql`true
    ${companyId === undefined ? sql`` : sql`and deal.company_id = ${companyId}`}
    ${keyId === undefined ? sql`` : sql`and deal.key_id = ${keyId}`}
    ${userId === undefined ? sql`` : sql`and deal.user_id = ${userId}`}
    ${realm === undefined ? sql`` : sql`and deal.realm = ${realm}`}
    ${changedAfter === null ? sql`` : sql`and deal.updated_at > ${changedAfter}::text::timestamptz`}
    ${place === null ? sql`` : sql`and (deal.updated_at, deal.id) < ${place}`}`;
}
