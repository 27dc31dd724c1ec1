import type { WebhookEvent } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { ClaimedDelivery, DeliveryQueue } from '../../domain/webhooks/ports.ts';
import type { Jobs } from '../jobs.ts';
import { addDeliverJob } from './deliver-jobs.ts';

export interface DeliveryQueueOptions {
  sql: Sql;
  jobs: Pick<Jobs, 'add'>;
  nowMs(): number;
}

interface ClaimRow {
  id: string;
  turn: number;
  event: WebhookEvent;
  subject_id: string;
  company_id: string;
  key_id: string;
  url: string;
  retries: boolean;
  attempts: number;
  /** Null when another process has it. */
  claimed_until: string | null;
}

/** Of one delivery: replays make more, of which the newest are kept. */
export const MOST_ATTEMPTS_KEPT = 20;

export const createPostgresDeliveryQueue = ({ sql, jobs, nowMs }: DeliveryQueueOptions): DeliveryQueue => ({
  claim: async ({ deliveryId, turn }, claimMs) => {
    const [row] = await sql<ClaimRow[]>`
      with due as (
        select id, coalesce(claimed_until > now(), false) as is_busy from investors.webhook_deliveries
        where id = ${deliveryId} and turn = ${turn} and status = 'pending' for update
      ), claimed as (
        update investors.webhook_deliveries d set claimed_until = now() + ${claimMs} * interval '1 millisecond'
        from due where d.id = due.id and not due.is_busy returning d.id, d.claimed_until::text
      )
      select d.id, d.turn, d.event, coalesce(d.search_id, d.deal_id) as subject_id, d.company_id, d.key_id, d.url,
        d.retries, claimed.claimed_until,
        (select count(*)::int from investors.webhook_attempts a where a.delivery_id = d.id) as attempts
      from due join investors.webhook_deliveries d on d.id = due.id left join claimed on claimed.id = d.id`;
    if (row === undefined) return null;
    return row.claimed_until === null ? 'busy' : toClaimed(row, row.claimed_until);
  },
  release: async ({ id, turn, claimedUntil }) => {
    await sql`
      update investors.webhook_deliveries set claimed_until = null
      where id = ${id} and turn = ${turn} and claimed_until = ${claimedUntil}::text::timestamptz`;
  },
  finish: async ({ id, turn, companyId }, { outcome, status, durationMs }, standing) => {
    const delayMs = standing.status === 'pending' ? standing.delayMs : null;
    await sql.begin(async (transaction) => {
      const moved = await transaction`
        update investors.webhook_deliveries set
          status = ${standing.status},
          turn = turn + 1,
          claimed_until = null,
          next_attempt_at = now() + ${delayMs}::float8 * interval '1 millisecond',
          finished_at = case when ${delayMs}::float8 is null then now() end
        where id = ${id} and turn = ${turn} and status = 'pending'`;
      await transaction`
        insert into investors.webhook_attempts (delivery_id, at, outcome, status, duration_ms)
        select id, clock_timestamp() - ${durationMs} * interval '1 millisecond', ${outcome}, ${status}, ${durationMs}
        from investors.webhook_deliveries where id = ${id}`;
      await transaction`
        delete from investors.webhook_attempts where id in (
          select id from investors.webhook_attempts where delivery_id = ${id}
          order by id desc offset ${MOST_ATTEMPTS_KEPT})`;
      if (moved.count === 0) return;
      if (standing.status === 'delivered') {
        await transaction`
          update investors.searches s set webhook_secret = null from investors.webhook_deliveries d
          where d.id = ${id} and s.id = d.search_id and s.webhook_secret is not null`;
      }
      if (delayMs === null) return;
      const startAfter = new Date(nowMs() + delayMs);
      await addDeliverJob(jobs, transaction, { deliveryId: id, turn: turn + 1 }, companyId, startAfter);
    });
  },
});

const toClaimed = (row: ClaimRow, claimedUntil: string): ClaimedDelivery => ({
  id: row.id,
  turn: row.turn,
  event: row.event,
  subjectId: row.subject_id,
  companyId: row.company_id,
  keyId: row.key_id,
  url: row.url,
  retries: row.retries,
  attempts: row.attempts,
  claimedUntil,
});
