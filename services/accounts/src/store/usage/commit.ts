import type { CommitAnswer } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { type AllowanceId, allowanceKey } from '../../domain/usage/allowance.ts';
import {
  type CommitDecision,
  countByAllowance,
  decideCommits,
  makesKnown,
  type OpenReservation,
} from '../../domain/usage/decide-commits.ts';
import { thingKey } from '../../domain/usage/decide-reservations.ts';
import type { UsageCommit } from '../../domain/usage/ports.ts';
import { countedThing } from './counted-thing.ts';
import { addToCounters, allowanceColumns, type CounterRow, countersByKey, lockCountersOf } from './counters.ts';
import { shownAllowances } from './shown-allowances.ts';
import { Contended, ledgerTransaction, type Transaction } from './transaction.ts';

type LedgerRow = AllowanceId & { eventId: string; keyId: string };

/** Counts a batch in one durable transaction. */
export function commit(sql: Sql, commits: readonly UsageCommit[], nowMs: number): Promise<CommitAnswer[]> {
  // What an id that comes twice is committed with is said by its first.
  const distinct = [...new Map([...commits].reverse().map((one) => [one.reservationId, one])).values()];
  return ledgerTransaction(sql, 'durable', async (tx) => {
    const { locked, open, inLedger, claimed } = await readFacts(tx, distinct);
    const decision = decideCommits(commits, { open, counted: new Set(inLedger.keys()), claimed });
    requireLocks(open, locked);
    const write = writeDecision(tx, decision, nowMs);
    const allowances = await shownAllowances(tx, [...open.values(), ...inLedger.values()]);
    await write;
    return commits.map(({ reservationId }, index) => {
      const of = open.get(reservationId) ?? inLedger.get(reservationId);
      return { outcome: decision.outcomes[index]!, allowance: of === undefined ? null : allowances(of) };
    });
  });
}

async function readFacts(tx: Transaction, commits: readonly UsageCommit[]) {
  const ids = commits.map(({ reservationId }) => reservationId);
  const [locked, reservations, ledger, claimed] = await Promise.all([
    lockCountersOf(tx, ids),
    openReservations(tx, ids),
    tx<LedgerRow[]>`
      select event_id as "eventId", owner_id as "ownerId", endpoint, month, key_id as "keyId"
      from accounts.usage_ledger where event_id = any(${ids}::uuid[])`,
    claimThings(tx, commits),
  ]);
  return {
    locked: countersByKey(locked),
    open: new Map(reservations.map((one) => [one.reservationId, one])),
    inLedger: new Map(ledger.map((one) => [one.eventId, one])),
    claimed: new Set(claimed.map((one) => thingKey(one.companyId, one))),
  };
}

async function openReservations(tx: Transaction, ids: readonly string[]): Promise<OpenReservation[]> {
  const rows = await tx<
    Array<Omit<OpenReservation, 'thing'> & { thingKind: 'property' | 'location' | null; thingValue: string | null }>
  >`
    select r.reservation_id as "reservationId", r.owner_id as "ownerId", r.endpoint, r.month,
      r.company_id as "companyId", r.key_id as "keyId", r.thing_kind as "thingKind", r.thing_value as "thingValue",
      r.is_free as "isFree", r.owner_id = r.company_id as "countsOnce",
      t.is_counted is not null as "countedBefore"
    from accounts.usage_reservations r
    left join lateral (${countedThing(tx, tx`r.company_id`, tx`r.thing_kind`, tx`r.thing_value`)}) t on true
    where r.reservation_id = any(${[...ids]}::uuid[])`;
  return rows.map(({ thingKind: kind, thingValue: value, ...row }) => ({
    ...row,
    thing: kind === null || value === null ? null : { kind, value },
  }));
}

/**
 * Makes the things of the batch known as counted where a commit does that; returns those that nobody else has. A
 * parallel batch with the same thing, which may be one of another month, waits here.
 */
function claimThings(tx: Transaction, commits: readonly UsageCommit[]) {
  const location = { kind: 'location', value: '' } as const;
  const property = { kind: 'property', value: '' } as const;
  const idsOf = (thing: typeof location | typeof property) =>
    commits.filter(({ skiptraced }) => makesKnown(thing, skiptraced)).map(({ reservationId }) => reservationId);
  return tx<{ companyId: string; kind: 'property' | 'location'; value: string }[]>`
    insert into accounts.counted_things (company_id, kind, value)
    select distinct r.company_id, r.thing_kind, r.thing_value from accounts.usage_reservations r
    where r.owner_id = r.company_id and not r.is_free
      and (r.thing_kind = 'location' and r.reservation_id = any(${idsOf(location)}::uuid[])
        or r.thing_kind = 'property' and r.reservation_id = any(${idsOf(property)}::uuid[]))
    order by r.company_id, r.thing_kind, r.thing_value
    on conflict do nothing returning company_id as "companyId", kind, value`;
}

/** A reservation that came while the locks were taken would be counted without one. */
export function requireLocks(
  open: ReadonlyMap<string, OpenReservation>,
  locked: ReadonlyMap<string, CounterRow>,
): void {
  for (const reservation of open.values()) {
    if (!reservation.isFree && !locked.has(allowanceKey(reservation))) throw new Contended();
  }
}

/** Sent when it returns, so that what is read next is what it leaves. */
function writeDecision(tx: Transaction, decision: CommitDecision, nowMs: number): Promise<unknown> {
  const { counted, settled, leftovers } = decision;
  const ended = [...counted, ...leftovers].map(({ reservationId }) => reservationId);
  const allowances = allowanceColumns(counted);
  const used = countByAllowance(counted).map(({ count, ...id }) => ({ ...id, used: count, reserved: -count }));
  const givenBack = countByAllowance([...settled, ...leftovers].filter(({ isFree }) => !isFree));
  return tx`
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
      where reservation_id = any(${settled.map(({ reservationId }) => reservationId)}::uuid[]))
    ${addToCounters(tx, mergeChanges(used, givenBack))}`.execute();
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
