import type { Sql } from '@plat/db';
import type { ClaimedDelivery, DeliveryQueue } from '../domain/ports.ts';
import { laneOf } from './lane-text.ts';
import type { webhookDeliveries } from './tables.ts';

type Delivery = typeof webhookDeliveries.$inferSelect;

type ClaimColumn = 'id' | 'turn' | 'event' | 'company_id' | 'key_id' | 'url' | 'retries' | 'cause' | 'starts';

interface ClaimRow extends Pick<Delivery, ClaimColumn> {
  subject_id: string;
  attempts: number;
  /** Null when another process has it. */
  claimed_until: string | null;
}

/** Attempts kept per delivery, the newest; replays add more. */
const MOST_ATTEMPTS_KEPT = 20;
/** With fewer due deliveries, one query reads them all. */
const MOST_READ = 1_000;
/** Lanes read from a longer backlog; the others wait for the next query. */
const MOST_LANES = 500;
/** Deliveries read per lane: more than a process calls at a time, because it may be claiming some already. */
const MOST_OF_LANE = 8;

type DueRow = Pick<Delivery, 'id' | 'turn' | 'lane'>;

export const createPostgresDeliveryQueue = (sql: Sql): DeliveryQueue => ({
  due: async () => {
    const rows = await sql<DueRow[]>`
      select id, turn, lane from investors.webhook_deliveries
      where status = 'pending' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
      order by next_attempt_at, id limit ${MOST_READ}`;
    const due = rows.length < MOST_READ ? rows : await dueByLane(sql);
    return due.map(({ id, turn, lane }) => ({ deliveryId: id, attemptNumber: turn, lane: laneOf(lane) }));
  },
  claim: async ({ deliveryId, attemptNumber }, claimMs) => {
    const [row] = await sql<ClaimRow[]>`
      with due as (
        select id, coalesce(claimed_until > now(), false) as is_busy from investors.webhook_deliveries
        where id = ${deliveryId} and turn = ${attemptNumber} and status = 'pending' for update
      ), claimed as (
        update investors.webhook_deliveries d
        set claimed_until = now() + ${claimMs} * interval '1 millisecond', starts = d.starts + 1
        from due where d.id = due.id and not due.is_busy returning d.id, d.starts, d.claimed_until::text
      )
      select d.id, d.turn, d.event, coalesce(d.search_id, d.deal_id) as subject_id, d.company_id, d.key_id, d.url,
        d.retries, d.cause, claimed.starts, claimed.claimed_until,
        (select count(*)::int from investors.webhook_attempts a where a.delivery_id = d.id) as attempts
      from due join investors.webhook_deliveries d on d.id = due.id left join claimed on claimed.id = d.id`;
    if (row === undefined) return null;
    return row.claimed_until === null ? 'busy' : toClaimed(row, row.claimed_until);
  },
  release: async ({ id, attemptNumber, claimedUntil }) => {
    await sql`
      update investors.webhook_deliveries set claimed_until = null, starts = starts - 1
      where id = ${id} and turn = ${attemptNumber} and claimed_until = ${claimedUntil}::text::timestamptz`;
  },
  postpone: async ({ id, attemptNumber, claimedUntil }, delayMs) => {
    await sql`
      update investors.webhook_deliveries
      set claimed_until = null, next_attempt_at = now() + ${delayMs} * interval '1 millisecond'
      where id = ${id} and turn = ${attemptNumber} and claimed_until = ${claimedUntil}::text::timestamptz`;
  },
  finish: async ({ id, attemptNumber }, { outcome, status, durationMs }, standing) => {
    const delayMs = standing.status === 'pending' ? standing.delayMs : null;
    await sql.begin(async (transaction) => {
      const moved = await transaction`
        update investors.webhook_deliveries set
          status = ${standing.status},
          turn = turn + 1,
          starts = 0,
          claimed_until = null,
          next_attempt_at = now() + ${delayMs}::float8 * interval '1 millisecond',
          finished_at = case when ${delayMs}::float8 is null then now() end
        where id = ${id} and turn = ${attemptNumber} and status = 'pending'`;
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
    });
  },
});

/** Some deliveries of every lane. The recursion skips from lane to lane in the index, however long each lane is. */
const dueByLane = (sql: Sql): Promise<DueRow[]> => sql<DueRow[]>`
  with recursive lanes as (
    (select lane, greatest(next_attempt_at, claimed_until) as due_at from investors.webhook_deliveries
      where status = 'pending' order by lane, greatest(next_attempt_at, claimed_until) limit 1)
    union all
    select other.lane, other.due_at from lanes cross join lateral (
      select lane, greatest(next_attempt_at, claimed_until) as due_at from investors.webhook_deliveries
      where status = 'pending' and lane > lanes.lane
      order by lane, greatest(next_attempt_at, claimed_until) limit 1
    ) other
  ), due_lanes as (
    select lane from lanes where due_at <= now() order by due_at limit ${MOST_LANES}
  )
  select delivery.id, delivery.turn, due_lanes.lane from due_lanes cross join lateral (
    select id, turn, greatest(next_attempt_at, claimed_until) as due_at from investors.webhook_deliveries
    where status = 'pending' and lane = due_lanes.lane and greatest(next_attempt_at, claimed_until) <= now()
    order by greatest(next_attempt_at, claimed_until) limit ${MOST_OF_LANE}
  ) delivery
  order by delivery.due_at, delivery.id`;

const toClaimed = (row: ClaimRow, claimedUntil: string): ClaimedDelivery => ({
  id: row.id,
  attemptNumber: row.turn,
  event: row.event,
  subjectId: row.subject_id,
  companyId: row.company_id,
  keyId: row.key_id,
  url: row.url,
  retries: row.retries,
  attempts: row.attempts,
  starts: row.starts,
  cause: row.cause,
  claimedUntil,
});
