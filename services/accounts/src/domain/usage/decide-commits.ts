import type { UsageSubject } from '@plat/contracts';
import { type AllowanceId, allowanceKey } from './allowance.ts';
import { subjectKey } from './decide-reservations.ts';
import type { UsageCommit } from './ports.ts';

/** A reservation that still exists. */
export interface OpenReservation extends AllowanceId {
  reservationId: string;
  companyId: string;
  keyId: string;
  thing: UsageSubject | null;
  /** True if the subject counts once only: in a company's pool. */
  countsOnce: boolean;
  isFree: boolean;
  /** True if the subject was counted before the batch began. */
  countedBefore: boolean;
}

export interface CommitFacts {
  open: ReadonlyMap<string, OpenReservation>;
  /** Ids already in the ledger. */
  counted: ReadonlySet<string>;
  /** Keys (`subjectKey`) of subjects that this batch was the first to count. */
  claimed: ReadonlySet<string>;
}

export interface CommitDecision {
  outcomes: Array<'counted' | 'free' | 'unknown'>;
  /** To be added to the ledger; their reservations end. */
  counted: OpenReservation[];
  /** Committed without a count; their holds are released. */
  settled: OpenReservation[];
  /** Reservations still open although the ledger has counted them. */
  leftovers: OpenReservation[];
}

/** Decides the commits of a batch in order, as if each came alone. A repeated id counts once. */
export function decideCommits(commits: readonly UsageCommit[], facts: CommitFacts): CommitDecision {
  const decision: CommitDecision = { outcomes: [], counted: [], settled: [], leftovers: [] };
  const done = new Map<string, 'counted' | 'free'>();
  /** Subjects that an earlier commit of this batch counted. */
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
    const key = subjectKey(companyId, thing);
    if (countedBefore || taken.has(key)) return false;
    if (!makesFree(thing, skiptraced)) return true;
    taken.add(key);
    return facts.claimed.has(key);
  }
}

/**
 * True if counting a subject makes it free from then on: always for a location, once skip traced for a property
 * (docs/rules/limits.md).
 */
export const makesFree = (thing: UsageSubject, skiptraced: boolean): boolean => thing.kind === 'location' || skiptraced;

/** Sums per allowance. */
export function countByAllowance<T extends AllowanceId>(items: readonly T[]): Array<AllowanceId & { count: number }> {
  const counts = new Map<string, AllowanceId & { count: number }>();
  for (const { ownerId, endpoint, month } of items) {
    const key = allowanceKey({ ownerId, endpoint, month });
    const known = counts.get(key) ?? { ownerId, endpoint, month, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}
