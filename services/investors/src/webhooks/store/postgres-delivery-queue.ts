import type { WebhookEvent } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { ClaimedDelivery, DeliveryQueue } from '../domain/ports.ts';
import { laneOf } from './lane-text.ts';

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
  starts: number;
  cause: ClaimedDelivery['cause'];
  /** Null when another process has it. */
  claimed_until: string | null;
}

/** Of one delivery: replays make more, of which the newest are kept. */
export const MOST_ATTEMPTS_KEPT = 20;
/** When less than this is due, a look reads all of it. */
const MOST_READ = 1_000;
/** Lanes of a longer backlog; more wait for the next look. */
const MOST_LANES = 500;
/** Of one lane; more than a process makes at a time, since it may be about to claim some of them. */
const MOST_OF_LANE = 8;

interface DueRow {
  id: string;
  turn: number;
  lane: string;
}

export const createPostgresDeliveryQueue = (sql: Sql): DeliveryQueue => ({
  due: async () => {
    const rows = await sql<DueRow[]>`
      select id, turn, lane from investors.webhook_deliveries
      where status = 'pending' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
      order by next_attempt_at, id limit ${MOST_READ}`;
    const due = rows.length < MOST_READ ? rows : await dueByLane(sql);
    return due.map(({ id, turn, lane }) => ({ deliveryId: id, turn, lane: laneOf(lane) }));
  },
  claim: async ({ deliveryId, turn }, claimMs) => {
    const [row] = await sql<ClaimRow[]>`
      with due as (
        select id, coalesce(claimed_until > now(), false) as is_busy from investors.webhook_deliveries
        where id = ${deliveryId} and turn = ${turn} and status = 'pending' for update
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
  release: async ({ id, turn, claimedUntil }) => {
    await sql`
      update investors.webhook_deliveries set claimed_until = null, starts = starts - 1
      where id = ${id} and turn = ${turn} and claimed_until = ${claimedUntil}::text::timestamptz`;
  },
  postpone: async ({ id, turn, claimedUntil }, delayMs) => {
    await sql`
      update investors.webhook_deliveries
      set claimed_until = null, next_attempt_at = now() + ${delayMs} * interval '1 millisecond'
      where id = ${id} and turn = ${turn} and claimed_until = ${claimedUntil}::text::timestamptz`;
  },
  finish: async ({ id, turn }, { outcome, status, durationMs }, standing) => {
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
    });
  },
});

/** Some of every lane. The recursion jumps from lane to lane in the index, however much waits in each. */
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
  turn: row.turn,
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
