import type { CountedThing } from '@plat/contracts';
import { type AllowanceId, allowanceKey } from './allowance.ts';
import { thingKey } from './decide-reservations.ts';
import type { UsageCommit } from './ports.ts';

/** A reservation that is still there. */
export interface OpenReservation extends AllowanceId {
  reservationId: string;
  companyId: string;
  keyId: string;
  thing: CountedThing | null;
  /** Whether the thing is counted once only, which it is in a company's pool. */
  countsOnce: boolean;
  isFree: boolean;
  /** The thing was counted when the batch began. */
  countedBefore: boolean;
}

export interface CommitFacts {
  open: ReadonlyMap<string, OpenReservation>;
  /** Ids that the ledger has counted. */
  counted: ReadonlySet<string>;
  /** By `thingKey`: things that this batch made known as counted, and nobody else did. */
  claimed: ReadonlySet<string>;
}

export interface CommitDecision {
  outcomes: Array<'counted' | 'free' | 'unknown'>;
  /** To be added to the ledger; their reservations end. */
  counted: OpenReservation[];
  /** Committed without anything to count; those that held something give it back. */
  settled: OpenReservation[];
  /** Open although the ledger has them. */
  leftovers: OpenReservation[];
}

/** Decides a batch one after the other, as if each had come alone; the same id twice is counted once. */
export function decideCommits(commits: readonly UsageCommit[], facts: CommitFacts): CommitDecision {
  const decision: CommitDecision = { outcomes: [], counted: [], settled: [], leftovers: [] };
  const done = new Map<string, 'counted' | 'free'>();
  /** Things that an earlier commit of this batch has counted. */
  const taken = new Set<string>();
  for (const commit of commits) {
    const outcome = done.get(commit.reservationId) ?? decideOne(commit);
    if (outcome !== 'unknown') done.set(commit.reservationId, outcome);
    decision.outcomes.push(outcome);
  }
  return decision;

  function decideOne({ reservationId, skiptraced }: UsageCommit): 'counted' | 'free' | 'unknown' {
    const reservation = facts.open.get(reservationId);
    if (facts.counted.has(reservationId)) {
      if (reservation !== undefined) decision.leftovers.push(reservation);
      return 'counted';
    }
    if (reservation === undefined) return 'unknown';
    if (reservation.isFree || !isNew(reservation, skiptraced)) {
      decision.settled.push(reservation);
      return 'free';
    }
    decision.counted.push(reservation);
    return 'counted';
  }

  function isNew({ countsOnce, thing, companyId, countedBefore }: OpenReservation, skiptraced: boolean): boolean {
    if (!countsOnce || thing === null) return true;
    const key = thingKey(companyId, thing);
    if (countedBefore || taken.has(key)) return false;
    if (!makesKnown(thing, skiptraced)) return true;
    taken.add(key);
    return facts.claimed.has(key);
  }
}

/** Whether counting a thing makes it free from then on: a location always, a property once skiptraced (decision 70). */
export const makesKnown = (thing: CountedThing, skiptraced: boolean): boolean =>
  thing.kind === 'location' || skiptraced;

/** Adds up per allowance. */
export function countByAllowance<T extends AllowanceId>(items: readonly T[]): Array<AllowanceId & { count: number }> {
  const counts = new Map<string, AllowanceId & { count: number }>();
  for (const { ownerId, endpoint, month } of items) {
    const key = allowanceKey({ ownerId, endpoint, month });
    const known = counts.get(key) ?? { ownerId, endpoint, month, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}
