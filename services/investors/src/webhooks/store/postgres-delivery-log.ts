import type { Sql, Transaction } from '@plat/db';
import type { DeliveryLog, DeliveryPlace, DeliveryRecord } from '../domain/ports.ts';
import { tellDispatchers } from './postgres-webhook-outbox.ts';
import type { webhookAttempts, webhookDeliveries } from './tables.ts';

/** As `jsonb_agg` gives it: an instant is text. */
type AttemptRow = Pick<typeof webhookAttempts.$inferSelect, 'outcome' | 'status' | 'duration_ms'> & { at: string };

type DeliveryColumn = 'id' | 'event' | 'url' | 'search_id' | 'deal_id' | 'status' | 'next_attempt_at' | 'created_at';

interface DeliveryRow extends Pick<typeof webhookDeliveries.$inferSelect, DeliveryColumn> {
  /** With microseconds, because positions need them. */
  created_at_text: string;
  attempts: AttemptRow[];
}

/** Deliveries that one statement makes due, so that a key with many blocks nobody for long. */
const REPLAYED_AT_ONCE = 1_000;

export const createPostgresDeliveryLog = (sql: Sql): DeliveryLog => {
  const columns = sql`
    d.id, d.event, d.url, d.search_id, d.deal_id, d.status, d.next_attempt_at, d.created_at,
    to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'at', a.at, 'outcome', a.outcome, 'status', a.status, 'duration_ms', a.duration_ms) order by a.id)
      from investors.webhook_attempts a where a.delivery_id = d.id
    ), '[]') as attempts`;
  return {
    // As text: postgres.js truncates instants to milliseconds, and pages would skip deliveries.
    list: async (keyId, { status, after, limit }) => {
      const from = after ?? { createdAt: null, id: null };
      const rows = await sql<DeliveryRow[]>`
        select ${columns} from investors.webhook_deliveries d
        where d.key_id = ${keyId}
          and (${status}::text is null or d.status = ${status})
          and (${from.id}::uuid is null or (d.created_at, d.id) < (${from.createdAt}::text::timestamptz, ${from.id}::uuid))
        order by d.created_at desc, d.id desc limit ${limit + 1}`;
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const end = rows.length > limit && last !== undefined ? placeOf(last) : null;
      return { deliveries: shown.map(toRecord), end };
    },
    replay: (keyId, deliveryId) =>
      sql.begin(async (transaction) => {
        const due = await transaction`
          update investors.webhook_deliveries set
            retries = retries and status = 'pending',
            status = 'pending',
            next_attempt_at = now(),
            finished_at = null,
            claimed_until = null,
            starts = 0,
            turn = turn + 1
          where id = ${deliveryId} and (${keyId}::text is null or key_id = ${keyId})
            and (status <> 'pending' or next_attempt_at > now())`;
        if (due.count > 0) await tellDispatchers(transaction);
        const [row] = await transaction<DeliveryRow[]>`
          select ${columns} from investors.webhook_deliveries d
          where d.id = ${deliveryId} and (${keyId}::text is null or d.key_id = ${keyId})`;
        return row === undefined ? null : toRecord(row);
      }),
    replayFailed: async (keyId) => {
      // One that fails again meanwhile ended later, and stays.
      const [begun] = await sql<{ at: string }[]>`select now()::text as at`;
      let count = 0;
      for (let batch = REPLAYED_AT_ONCE; batch === REPLAYED_AT_ONCE; count += batch) {
        batch = await sql.begin((transaction) => replayFailedBatch(transaction, keyId, begun?.at ?? ''));
      }
      return count;
    },
  };
};

async function replayFailedBatch(transaction: Transaction, keyId: string, until: string): Promise<number> {
  const { count } = await transaction`
    update investors.webhook_deliveries set
      retries = false, status = 'pending', next_attempt_at = now(), finished_at = null, claimed_until = null,
      starts = 0, turn = turn + 1
    where id in (
      select id from investors.webhook_deliveries
      where key_id = ${keyId} and status = 'failed'
        and coalesce(finished_at, created_at) <= ${until}::text::timestamptz
      order by created_at, id limit ${REPLAYED_AT_ONCE} for update
    )`;
  if (count > 0) await tellDispatchers(transaction);
  return count;
}

const placeOf = ({ created_at_text: createdAt, id }: DeliveryRow): DeliveryPlace => ({ createdAt, id });

const toRecord = (row: DeliveryRow): DeliveryRecord => ({
  id: row.id,
  event: row.event,
  url: row.url,
  searchId: row.search_id,
  dealId: row.deal_id,
  status: row.status,
  attempts: row.attempts.map(({ at, outcome, status, duration_ms: durationMs }) => ({
    at: new Date(at).toISOString(),
    outcome,
    status,
    durationMs,
  })),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
