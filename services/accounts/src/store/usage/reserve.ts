import type { ReservationAnswer, UsageRequest, UsageReservation } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { type AllowanceId, allowanceKey, monthOf } from '../../domain/usage/allowance.ts';
import {
  decideReservations,
  type NewReservation,
  type ReservationDecision,
  type ReservationFacts,
  subjectKey,
} from '../../domain/usage/decide-reservations.ts';
import { type Asked, lockEndUsers, readCallers, requestColumns } from './callers.ts';
import { allowanceColumns, type CounterRow, counterColumns, countersByKey, ensureCounters } from './counters.ts';
import { dropLapsedOf } from './lapsed.ts';
import { Contended, ended, ledgerTransaction } from './transaction.ts';

/** Reserves a batch in one transaction; parallel batches see each other's holds. */
export function reserve(sql: Sql, requests: readonly UsageReservation[], nowMs: number): Promise<ReservationAnswer[]> {
  const month = monthOf(nowMs);
  return ledgerTransaction(sql, async (tx) => {
    const locking = lockCounters(tx, requests, month);
    const facts = await readFacts(tx, requests, month, (asked) => lockEndUsers(tx, asked));
    const counters = await withoutLapsed(tx, await locking, facts.known, new Date(nowMs));
    const decision = decideReservations(requests, { ...facts, counters });
    if (decision.withoutCounter.length > 0) throw new Contended(() => ensureCounters(sql, decision.withoutCounter));
    if (decision.extended.length > 0) await extend(tx, decision.extended);
    if (decision.reservations.length === 0) return ended(decision.answers);
    return { ending: write(tx, decision.reservations).then(() => decision.answers) };
  });
}

const askedOf = (request: UsageRequest): Asked => ({
  keyId: request.key_id,
  who: request.user_id,
  endpoint: request.endpoint,
});

/**
 * Locks the counters that the batch may use, except those of keys that never count. Sends the query before it returns.
 */
function lockCounters(tx: Transaction, requests: readonly UsageReservation[], month: string) {
  const { keys, whos, endpoints } = requestColumns(distinctAsked(requests).asked);
  return tx<CounterRow[]>`
    select ${counterColumns(tx)} from accounts.usage_counters c
    where c.month = ${month}::date and (c.owner_id, c.endpoint) in (
      select case k.kind when 'subscriber' then k.company_id when 'enterprise' then u.id else k.id end, w.endpoint
      from unnest(${keys}::uuid[], ${whos}::text[], ${endpoints}::text[]) as w (key_id, who, endpoint)
      join accounts.api_keys k on k.id = w.key_id and not k.is_test
      left join accounts.end_users u on u.key_id = w.key_id and u.user_id = w.who)
    order by c.owner_id, c.endpoint, c.month
    for update of c`.execute();
}

/** The distinct requests of a batch, and the position of each request among them. */
function distinctAsked(requests: readonly UsageRequest[]): { asked: Asked[]; places: number[] } {
  const places = new Map<string, number>();
  const asked: Asked[] = [];
  return {
    asked,
    places: requests.map((request) => {
      const name = `${request.key_id} ${request.endpoint} ${request.user_id ?? ''}`;
      const place = places.get(name) ?? asked.push(askedOf(request)) - 1;
      places.set(name, place);
      return place;
    }),
  };
}

type KnownRow =
  | { state: 'held' | 'free' | 'counted'; id: string }
  | { state: 'thing'; companyId: string; kind: 'property' | 'location'; value: string };

/** Reads all facts once the counters are locked: the queries wait behind the lock. With `lock`, locks end users too. */
export async function readFacts(
  tx: Sql | Transaction,
  requests: readonly UsageReservation[],
  month: string,
  lock: ((asked: readonly Asked[]) => Promise<unknown>) | null,
): Promise<Omit<ReservationFacts, 'counters' | 'known'> & { known: Map<string, 'held' | 'free' | 'counted'> }> {
  const { asked, places } = distinctAsked(requests);
  const [, callers, rows] = await Promise.all([
    lock?.(asked),
    readCallers(tx, asked, 'user_id'),
    readKnown(tx, requests),
  ]);
  const known = new Map<string, 'held' | 'free' | 'counted'>();
  const counted = new Set<string>();
  for (const row of rows) {
    if (row.state === 'thing') counted.add(subjectKey(row.companyId, row));
    else known.set(row.id, row.state);
  }
  return { month, callers: places.map((place) => callers[place]), known, counted };
}

/** Known ids and counted subjects of the batch, in one statement. */
function readKnown(tx: Sql | Transaction, requests: readonly UsageReservation[]) {
  const ids = [...new Set(requests.map((one) => one.reservation_id))];
  const things = requests.flatMap((one) =>
    one.counted_thing === null ? [] : [{ keyId: one.key_id, ...one.counted_thing }],
  );
  // The limit forces a lookup by full key; a join may read everything that a company ever counted.
  const usageSubjects = tx`
    union all select 'thing', null, k.company_id, w.kind, w.value
    from unnest(${things.map(({ keyId }) => keyId)}::uuid[], ${things.map(({ kind }) => kind)}::text[],
      ${things.map(({ value }) => value)}::text[]) as w (key_id, kind, value)
    join accounts.api_keys k on k.id = w.key_id
    cross join lateral (
      select 1 from accounts.counted_things t
      where (t.company_id, t.kind, t.value) = (k.company_id, w.kind, w.value) limit 1) t`;
  return tx<KnownRow[]>`
    select case when is_free then 'free' else 'held' end as state, reservation_id as id, null::uuid as "companyId",
      null::text as kind, null::text as value
    from accounts.usage_reservations where reservation_id = any(${ids}::uuid[])
    union all select 'counted', event_id, null, null, null
    from accounts.usage_ledger where event_id = any(${ids}::uuid[])
    ${things.length === 0 ? tx`` : usageSubjects}`;
}

/** The locked counters without expired holds; expired reservations are no longer known. */
async function withoutLapsed(
  tx: Transaction,
  locked: readonly CounterRow[],
  known: Map<string, unknown>,
  now: Date,
): Promise<Map<string, CounterRow>> {
  const stale = locked.filter(({ earliestExpiry }) => earliestExpiry !== null && earliestExpiry <= now);
  const counters = countersByKey(locked);
  if (stale.length === 0) return counters;
  const dropped = await dropLapsedOf(tx, stale, now);
  for (const id of dropped.ids) known.delete(id);
  for (const row of dropped.counters) counters.set(allowanceKey(row), row);
  return counters;
}

/** Sends the query before it returns. Fails if a parallel batch inserted one of the ids. */
function write(tx: Transaction, wanted: readonly NewReservation[]): Promise<unknown> {
  // Sorted, so that batches with the same ids meet at the first one.
  const reservations = wanted.toSorted((a, b) => (a.reservationId < b.reservationId ? -1 : 1));
  const holds = holdsByAllowance(reservations);
  const allowances = allowanceColumns(reservations);
  const held = allowanceColumns(holds);
  return tx`
    with inserted as (
      insert into accounts.usage_reservations
        (reservation_id, owner_id, endpoint, month, company_id, key_id, thing_kind, thing_value, is_free, expires_at)
      select * from unnest(${reservations.map((one) => one.reservationId)}::uuid[], ${allowances.owners}::uuid[],
        ${allowances.endpoints}::text[], ${allowances.months}::date[],
        ${reservations.map((one) => one.companyId)}::uuid[], ${reservations.map((one) => one.keyId)}::uuid[],
        ${reservations.map((one) => one.thing?.kind ?? null)}::text[],
        ${reservations.map((one) => one.thing?.value ?? null)}::text[],
        ${reservations.map((one) => (one.isFree ? 1 : 0))}::int[]::boolean[],
        ${reservations.map((one) => one.expiresAt)}::timestamptz[]))
    update accounts.usage_counters c
    set reserved = c.reserved + w.holds, earliest_expiry = least(c.earliest_expiry, w.expires_at)
    from unnest(${held.owners}::uuid[], ${held.endpoints}::text[], ${held.months}::date[],
      ${holds.map(({ holds: count }) => count)}::int[], ${holds.map(({ expiresAt }) => expiresAt)}::timestamptz[])
      as w (owner_id, endpoint, month, holds, expires_at)
    where (c.owner_id, c.endpoint, c.month) = (w.owner_id, w.endpoint, w.month)`.execute();
}

async function extend(tx: Transaction, extended: ReservationDecision['extended']): Promise<void> {
  const latest = new Map<string, string>();
  for (const { reservationId, expiresAt } of extended) {
    const before = latest.get(reservationId);
    if (before === undefined || Date.parse(expiresAt) > Date.parse(before)) latest.set(reservationId, expiresAt);
  }
  const ids = [...latest.keys()].sort();
  // Free reservations have no counter lock: everyone locks them by id.
  const updated = await tx`
    update accounts.usage_reservations r set expires_at = greatest(r.expires_at, w.expires_at)
    from unnest(${ids}::uuid[], ${ids.map((id) => latest.get(id)!)}::timestamptz[]) as w (id, expires_at)
    where r.reservation_id = w.id`;
  // Committed, released or dropped meanwhile.
  if (updated.count !== latest.size) throw new Contended();
}

function holdsByAllowance(reservations: readonly NewReservation[]) {
  const holds = new Map<string, AllowanceId & { holds: number; expiresAt: string }>();
  for (const { isFree, expiresAt, ...id } of reservations) {
    if (isFree) continue;
    const before = holds.get(allowanceKey(id));
    const earlier = before === undefined || Date.parse(expiresAt) < Date.parse(before.expiresAt);
    holds.set(allowanceKey(id), {
      ownerId: id.ownerId,
      endpoint: id.endpoint,
      month: id.month,
      holds: (before?.holds ?? 0) + 1,
      expiresAt: earlier ? expiresAt : before.expiresAt,
    });
  }
  return [...holds.values()];
}
