import type { Allowance, CommitAnswer } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { type AllowanceId, allowanceKey } from '../../domain/usage/allowance.ts';
import {
  type CommitDecision,
  countByAllowance,
  decideCommits,
  type OpenReservation,
} from '../../domain/usage/decide-commits.ts';
import { subjectKey } from '../../domain/usage/decide-reservations.ts';
import type { UsageCommit } from '../../domain/usage/ports.ts';
import {
  addToCounters,
  allowanceColumns,
  type CounterRow,
  counterColumns,
  countersByKey,
  lockCountersOf,
} from './counters.ts';
import { recordNotCounted } from './not-counted.ts';
import { type Drawn, shownAllowances } from './shown-allowances.ts';
import { Contended, ledgerTransaction } from './transaction.ts';

/** Counts a batch in one durable transaction. */
export function commit(sql: Sql, commits: readonly UsageCommit[], nowMs: number): Promise<CommitAnswer[]> {
  // The first occurrence of a repeated id decides.
  const distinct = [...new Map([...commits].reverse().map((one) => [one.reservationId, one])).values()];
  const startedMs = performance.now();
  return ledgerTransaction(sql, async (tx) => {
    const sinceMs = nowMs + performance.now() - startedMs;
    const locking = lockCountersOf(
      tx,
      distinct.map(({ reservationId }) => reservationId),
    );
    const { open, inLedger, claimed } = await readFacts(tx, distinct, sinceMs);
    const locked = countersByKey(await locking);
    requireLocks(open, locked);
    const decision = decideCommits(commits, { open, counted: new Set(inLedger.keys()), claimed });
    const writing = writeDecision(tx, decision, nowMs);
    const answersOf = (allowances: (one: Drawn) => Allowance) =>
      commits.map(({ reservationId }, index) => {
        const of = open.get(reservationId) ?? inLedger.get(reservationId);
        return { outcome: decision.outcomes[index]!, allowance: of === undefined ? null : allowances(of) };
      });
    const drawn = [...open.values(), ...inLedger.values()];
    return { ending: shownAllowances(tx, drawn, locked, writing).then(answersOf) };
  });
}

/** An open reservation, a ledger row, or a claimed subject, which sets only `thing`. */
interface FactRow extends Omit<OpenReservation, 'thing'> {
  state: 'open' | 'ledger' | 'claimed';
  thingKind: 'property' | 'location' | null;
  thingValue: string | null;
}

/**
 * Reads the batch and, in the same statement, claims the subjects that its commits make known. A parallel batch
 * with the same subject waits here and then finds it claimed. Commits past their deadline are left out, even if it
 * passed during a lock wait.
 * @param sinceMs start of the transaction, epoch milliseconds.
 */
async function readFacts(tx: Transaction, commits: readonly UsageCommit[], sinceMs: number) {
  const ids = commits.map(({ reservationId }) => reservationId);
  const leftMs = commits.map(({ notAfterMs }) => (notAfterMs === undefined ? null : notAfterMs - sinceMs));
  const rows = await tx<FactRow[]>`
    with asked as (
      select r.*, r.owner_id = r.company_id and r.thing_value is not null as counts_once, w.skiptraced
      from unnest(${ids}::uuid[], ${commits.map(({ skiptraced }) => (skiptraced ? 1 : 0))}::int[],
        ${leftMs}::float8[]) as w (id, skiptraced, left_ms)
      join accounts.usage_reservations r on r.reservation_id = w.id
      where w.left_ms is null or extract(epoch from clock_timestamp() - now()) * 1000 < w.left_ms),
    claimed as (
      insert into accounts.counted_things as t (company_id, kind, value)
      select distinct company_id, thing_kind, thing_value from asked
      where counts_once and not is_free and (thing_kind = 'location' or skiptraced = 1)
      order by company_id, thing_kind, thing_value
      on conflict do nothing returning t.company_id, t.kind, t.value)
    select 'open' as state, a.reservation_id as "reservationId", a.owner_id as "ownerId", a.endpoint, a.month,
      a.company_id as "companyId", a.key_id as "keyId", a.thing_kind as "thingKind", a.thing_value as "thingValue",
      a.is_free as "isFree", a.counts_once as "countsOnce", t.value is not null as "countedBefore"
    from asked a left join accounts.counted_things t
      on a.counts_once and (t.company_id, t.kind, t.value) = (a.company_id, a.thing_kind, a.thing_value)
    union all
    select 'ledger', event_id, owner_id, endpoint, month, company_id, key_id, null, null, false, false, false
    from accounts.usage_ledger where event_id = any(${ids}::uuid[])
    union all
    select 'claimed', null, null, null, null, company_id, null, kind, value, false, false, false from claimed`;
  const byId = (state: FactRow['state']) =>
    new Map(rows.filter((row) => row.state === state).map((row) => [row.reservationId, openReservation(row)]));
  const claimed = rows.filter(({ state }) => state === 'claimed').map(openReservation);
  return {
    open: byId('open'),
    inLedger: byId('ledger'),
    claimed: new Set(claimed.flatMap(({ companyId, thing }) => (thing === null ? [] : [subjectKey(companyId, thing)]))),
  };
}

const openReservation = ({ state: _, thingKind, thingValue, ...row }: FactRow): OpenReservation => ({
  ...row,
  thing: thingKind === null || thingValue === null ? null : { kind: thingKind, value: thingValue },
});

/** A reservation inserted while locks were taken would be counted without one. */
function requireLocks(open: ReadonlyMap<string, OpenReservation>, locked: ReadonlyMap<string, CounterRow>): void {
  for (const reservation of open.values()) {
    if (!reservation.isFree && !locked.has(allowanceKey(reservation))) throw new Contended();
  }
}

/** Sends the query before it returns. @returns the changed counters. */
function writeDecision(tx: Transaction, decision: CommitDecision, nowMs: number): Promise<CounterRow[]> {
  const { counted, settled, leftovers } = decision;
  const ended = [...counted, ...leftovers].map(({ reservationId }) => reservationId);
  const allowances = allowanceColumns(counted);
  const used = countByAllowance(counted).map(({ count, ...id }) => ({ ...id, used: count, reserved: -count }));
  const givenBack = countByAllowance([...settled, ...leftovers].filter(({ isFree }) => !isFree));
  return tx<CounterRow[]>`
    with counted as (
      insert into accounts.usage_ledger
        (event_id, owner_id, endpoint, month, company_id, key_id, thing_kind, thing_value, source, occurred_at)
      select w.*, 'api', ${new Date(nowMs)}::timestamptz from unnest(${counted.map((one) => one.reservationId)}::uuid[],
        ${allowances.owners}::uuid[], ${allowances.endpoints}::text[], ${allowances.months}::date[],
        ${counted.map((one) => one.companyId)}::uuid[], ${counted.map((one) => one.keyId)}::uuid[],
        ${counted.map((one) => one.thing?.kind ?? null)}::text[],
        ${counted.map((one) => one.thing?.value ?? null)}::text[]) w),
    ended as (delete from accounts.usage_reservations where reservation_id = any(${ended}::uuid[])),
    settled as (
      update accounts.usage_reservations set is_free = true, is_settled = true
      where reservation_id = any(${settled.map(({ reservationId }) => reservationId)}::uuid[]) and not is_settled
      returning *, false as was_settled),
    not_counted as (${recordNotCounted(tx, 'settled')})
    ${addToCounters(tx, mergeChanges(used, givenBack))} returning ${counterColumns(tx)}`.execute();
}

function mergeChanges(
  used: Array<AllowanceId & { used: number; reserved: number }>,
  givenBack: Array<AllowanceId & { count: number }>,
) {
  const changes = new Map(used.map((one) => [allowanceKey(one), one]));
  for (const { count, ...id } of givenBack) {
    const before = changes.get(allowanceKey(id)) ?? { ...id, used: 0, reserved: 0 };
    changes.set(allowanceKey(id), { ...before, reserved: before.reserved - count });
  }
  return [...changes.values()];
}
