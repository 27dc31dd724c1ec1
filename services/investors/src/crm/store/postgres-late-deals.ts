import type { Sql, Transaction } from '@plat/db';
import type { WebhookOutbox } from '../../webhooks/index.ts';
import { dealAttachmentCodec } from '../domain/deal-attachment-codec.ts';
import type { LateDealResult, LateDealStore } from '../domain/ports.ts';
import { writeAttachment } from './postgres-crm-deal-store.ts';
import type { lateDeals } from './tables.ts';

export interface PostgresLateDealsDeps {
  sql: Sql;
  /** Stores late deals: a pool of its own, because deals are late when the other pool is busy. */
  keepSql: Sql;
  outbox: WebhookOutbox<Transaction>;
}

const STATEMENT_TIMEOUT_MS = 5_000;
/** Pauses double from the first failure up to the longest pause. */
const FIRST_PAUSE_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 30;
/** Time to repair the cause of the failures. */
const KEPT_DAYS = 7;

type LateRow = Pick<typeof lateDeals.$inferSelect, 'search_id' | 'attachment' | 'failures'>;

export const createPostgresLateDeals = ({ sql, keepSql, outbox }: PostgresLateDealsDeps): LateDealStore => ({
  keep: async (attachment, signal) => {
    signal.throwIfAborted();
    await keepSql`
      insert into investors.late_deals (search_id, attachment)
      values (${attachment.searchId}, ${JSON.stringify(dealAttachmentCodec.encode(attachment))}::text::json)
      on conflict (search_id) do update set attachment = excluded.attachment, failures = 0, due_at = now()`;
  },
  writeNext: async () => {
    let taken: LateRow | undefined;
    try {
      return await sql.begin(async (tx) => {
        // The lock is the claim; it ends with the connection of a dead process.
        const [row] = await tx<LateRow[]>`
          select search_id, attachment, failures from investors.late_deals
          where due_at <= now() order by due_at, search_id limit 1 for update skip locked`;
        if (row === undefined) return { outcome: 'none' as const };
        taken = row;
        const { outcome } = await writeAttachment(tx, outbox, dealAttachmentCodec.decode(row.attachment), {
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        });
        await tx`delete from investors.late_deals where search_id = ${row.search_id}`;
        return { outcome, searchId: row.search_id };
      });
    } catch (err) {
      if (taken === undefined) throw err;
      return postpone(sql, taken, err);
    }
  },
});

async function postpone(sql: Sql, { search_id: searchId, failures }: LateRow, err: unknown): Promise<LateDealResult> {
  const pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** failures);
  // Another process may have written or retried it meanwhile.
  const [row] = await sql<{ is_over: boolean }[]>`
    update investors.late_deals
    set failures = failures + 1, due_at = now() + ${pauseSeconds} * interval '1 second'
    where search_id = ${searchId} and failures = ${failures}
    returning created_at < now() - ${KEPT_DAYS} * interval '1 day' as is_over`;
  if (row?.is_over !== true) return { outcome: 'postponed', searchId, err };
  await sql`delete from investors.late_deals where search_id = ${searchId}`;
  return { outcome: 'given-up', searchId, err };
}
