import type { Sql, Transaction } from '@plat/db';
import type { Jobs } from '@plat/jobs';
import type { WebhookOutbox } from '../../webhooks/index.ts';
import { RUN_SEARCH, type SearchEnd, type SearchStore } from '../domain/ports.ts';
import type { NewSearch, Search, SearchFindings } from '../domain/search.ts';
import { eventOfSearch } from '../domain/search-event.ts';
import type { searches, searchResults } from './tables.ts';

/** A search that never ends expires as late as one that ended now. */
const PENDING_KEPT_DAYS = 31;

export interface PostgresSearchStoreDeps {
  sql: Sql;
  jobs: Pick<Jobs, 'add'>;
  outbox: WebhookOutbox<Transaction>;
}

type SearchRow = Omit<typeof searches.$inferSelect, 'api'>;

/** @returns the id of the stored search */
async function insert(tx: Transaction, search: NewSearch): Promise<string> {
  const { id, searcher, question, callback, reservationId, createdAt } = search;
  const inserted = await tx`
    insert into investors.searches (id, api, company_id, key_id, user_id, realm, question, sort, status, reservation_id,
      webhook_url, webhook_secret, results_in_webhook, created_at, expires_at)
    values (${id}, ${question.api}, ${searcher.companyId}, ${searcher.keyId}, ${searcher.userId},
      ${searcher.realm},
      ${tx.json(question as never)}, ${search.sort}, 'pending', ${reservationId}, ${callback?.url ?? null},
      ${callback?.secret ?? null}, ${callback?.withResults ?? false}, ${createdAt},
      ${createdAt}::timestamptz + ${PENDING_KEPT_DAYS} * interval '1 day')
    on conflict (reservation_id) where reservation_id is not null and status <> 'failed' do nothing`;
  if (inserted.count > 0) return id;
  const [known] = await tx<{ id: string }[]>`
    select id from investors.searches where reservation_id = ${reservationId} and status <> 'failed'`;
  if (known === undefined) throw new Error(`the search of reservation ${reservationId} ended meanwhile`);
  return known.id;
}

/** Stores the results of a pending search, unless results are stored. */
async function keep(tx: Transaction, searchId: string, { buyers, skiptraced }: SearchFindings): Promise<void> {
  const kept = await tx`
    insert into investors.search_results (search_id, buyers) values (${searchId}, ${tx.json(buyers as never)})
    on conflict do nothing`;
  if (kept.count === 0) return;
  await tx`
    update investors.searches set result_count = ${buyers.length}, skiptraced = ${skiptraced} where id = ${searchId}`;
}

/** Locks a search: others who want to end it wait, and then see its end. */
async function lock(tx: Transaction, searchId: string): Promise<{ pending: boolean; found: boolean }> {
  const [row] = await tx<{ pending: boolean; found: boolean }[]>`
    select status = 'pending' as pending, result_count is not null as found
    from investors.searches where id = ${searchId} for update`;
  return row ?? { pending: false, found: false };
}

export function createPostgresSearchStore({ sql, jobs, outbox }: PostgresSearchStoreDeps): SearchStore {
  /** Ends a locked search and queues its webhook event. */
  async function end(
    tx: Transaction,
    searchId: string,
    outcome: { status: 'completed' | 'failed'; error: string | null },
    { endedAt, expiresAt }: SearchEnd,
  ): Promise<void> {
    const [ended] = await tx<Pick<SearchRow, 'company_id' | 'key_id' | 'user_id' | 'question' | 'webhook_url'>[]>`
      update investors.searches
      set status = ${outcome.status}, error = ${outcome.error}, completed_at = ${endedAt}, expires_at = ${expiresAt}
      where id = ${searchId} returning company_id, key_id, user_id, question, webhook_url`;
    const event = ended === undefined ? null : eventOfSearch(ended.question.api, outcome.status);
    if (ended === undefined || event === null || ended.webhook_url === null) return;
    await outbox.add(tx, {
      event,
      subject: { searchId },
      companyId: ended.company_id,
      keyId: ended.key_id,
      userId: ended.user_id,
      url: ended.webhook_url,
    });
  }

  return {
    accept: (search, job, signal) =>
      sql.begin(async (tx) => {
        const id = await insert(tx, search);
        if (id === search.id) await jobs.add(tx, RUN_SEARCH, job, undefined, search.searcher.companyId);
        signal?.throwIfAborted();
        return id;
      }),

    record: (search, outcome, ended, signal) =>
      sql.begin(async (tx) => {
        await insert(tx, search);
        const failed = 'error' in outcome;
        if (!failed) await keep(tx, search.id, outcome);
        const status = failed ? 'failed' : 'completed';
        await end(tx, search.id, { status, error: failed ? outcome.error : null }, ended);
        signal.throwIfAborted();
      }),

    find: async (searchId, nowMs) => {
      const [row] = await sql<SearchRow[]>`
        select id, company_id, key_id, user_id, realm, question, sort, status, error, result_count, reservation_id, skiptraced,
          webhook_url, webhook_secret, results_in_webhook, created_at, completed_at, expires_at
        from investors.searches where id = ${searchId} and expires_at > ${new Date(nowMs)}`;
      return row === undefined ? null : toSearch(row);
    },

    buyersOf: async (searchId) => {
      const [row] = await sql<Pick<typeof searchResults.$inferSelect, 'buyers'>[]>`
        select buyers from investors.search_results where search_id = ${searchId}`;
      return row?.buyers ?? null;
    },

    keepFindings: (searchId, findings) =>
      sql.begin(async (tx) => {
        const { pending } = await lock(tx, searchId);
        if (pending) await keep(tx, searchId, findings);
        return pending;
      }),

    complete: (searchId, ended) =>
      sql.begin(async (tx) => {
        const { pending, found } = await lock(tx, searchId);
        if (!pending || !found) return false;
        await end(tx, searchId, { status: 'completed', error: null }, ended);
        return true;
      }),

    fail: (searchId, error, ended, unless) =>
      sql.begin(async (tx) => {
        const { pending, found } = await lock(tx, searchId);
        if (!pending || (found && unless === 'found')) return false;
        await end(tx, searchId, { status: 'failed', error }, ended);
        return true;
      }),

    pendingSince: async (beforeMs, most) => {
      const rows = await sql<{ id: string }[]>`
        select id from investors.searches where status = 'pending' and created_at < ${new Date(beforeMs)}
        order by created_at limit ${most}`;
      return rows.map(({ id }) => id);
    },

    deleteExpired: async (nowMs, most) => {
      const deleted = await sql`
        delete from investors.searches where id in (
          select id from investors.searches where expires_at <= ${new Date(nowMs)}
          order by expires_at limit ${most} for update skip locked)`;
      return deleted.count;
    },

    oldestPendingMs: async () => {
      const [row] = await sql<{ oldest: Date | null }[]>`
        select min(created_at) as oldest from investors.searches where status = 'pending'`;
      return row?.oldest?.getTime() ?? null;
    },
  };
}

const toSearch = (row: SearchRow): Search => ({
  id: row.id,
  searcher: { companyId: row.company_id, keyId: row.key_id, userId: row.user_id, realm: row.realm },
  question: row.question,
  sort: row.sort,
  reservationId: row.reservation_id,
  callback:
    row.webhook_url === null
      ? null
      : { url: row.webhook_url, secret: row.webhook_secret, withResults: row.results_in_webhook },
  state: row.status,
  error: row.error,
  resultCount: row.result_count,
  skiptraced: row.skiptraced,
  createdAt: row.created_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
});
