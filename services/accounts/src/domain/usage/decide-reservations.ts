import type { AllowanceName, LimitReason, ReservationAnswer, UsageReservation, UsageSubject } from '@plat/contracts';
import { type AllowanceId, allowanceKey, type Counter, shownAllowance } from './allowance.ts';
import { type CallerFacts, type Standing, standingOf } from './standing.ts';

/** Input for a batch of reservations; locked until the decision is written. */
export interface ReservationFacts {
  month: string;
  /** In request order; undefined for an unknown key. */
  callers: ReadonlyArray<CallerFacts | undefined>;
  /** By `allowanceKey`; locked. */
  counters: ReadonlyMap<string, Counter>;
  /** State of requested ids that are open or already in the ledger. */
  known: ReadonlyMap<string, 'held' | 'free' | 'counted'>;
  /** Requested subjects (`subjectKey`) that were counted before. */
  counted: ReadonlySet<string>;
}

export interface NewReservation extends AllowanceId {
  reservationId: string;
  companyId: string;
  keyId: string;
  thing: UsageSubject | null;
  isFree: boolean;
  /** ISO 8601. */
  expiresAt: string;
}

export interface ReservationDecision {
  answers: ReservationAnswer[];
  reservations: NewReservation[];
  /** Open reservations requested again, with their new expiry. */
  extended: Array<{ reservationId: string; expiresAt: string }>;
  /** Allowances without a counter row; create them before deciding. */
  withoutCounter: AllowanceId[];
}

/** Set key of a subject. */
export const subjectKey = (companyId: string, { kind, value }: UsageSubject): string => `${companyId} ${kind} ${value}`;

const REASONS: Readonly<Partial<Record<AllowanceName, LimitReason>>> = {
  buyer_search: 'skiptrace_limit_exceeded',
  analytics_search: 'unskiptrace_limit_exceeded',
};

/** Decides the reservations of a batch in order, as if each came alone. A repeated id is the same reservation. */
export function decideReservations(
  requests: readonly UsageReservation[],
  facts: ReservationFacts,
): ReservationDecision {
  const decision: ReservationDecision = { answers: [], reservations: [], extended: [], withoutCounter: [] };
  const counters = new Map([...facts.counters].map(([key, counter]) => [key, { ...counter }]));
  const known = new Map(facts.known);
  for (const [index, request] of requests.entries()) {
    const caller = facts.callers[index];
    const standing = standingOf(caller, request.endpoint);
    decision.answers.push(decideOne(request, caller, standing));
  }
  return decision;

  function decideOne(request: UsageReservation, caller: CallerFacts | undefined, standing: Standing) {
    const answer = (
      outcome: ReservationAnswer['outcome'],
      limit: number | null,
      counter: Counter,
    ): ReservationAnswer => ({
      outcome,
      reason: outcome === 'exhausted' && caller?.kind === 'subscriber' ? (REASONS[request.endpoint] ?? null) : null,
      allowance: shownAllowance(limit, counter, facts.month),
    });
    if (caller === undefined || standing.refused !== null) {
      return answer(standing.refused ?? 'key_inactive', standing.refused === 'not_covered' ? 0 : null, NOTHING);
    }
    const id = { ownerId: standing.ownerId, endpoint: request.endpoint, month: facts.month };
    const counter = standing.limit === null ? NOTHING : counters.get(allowanceKey(id));
    if (counter === undefined) {
      decision.withoutCounter.push(id);
      return answer('exhausted', standing.limit, NOTHING);
    }
    const before = known.get(request.reservation_id);
    if (before !== undefined) {
      if (before !== 'counted') extend(request);
      return answer(before === 'held' ? 'granted' : 'free', standing.limit, counter);
    }
    if (request.only_extends === true) return answer('free', standing.limit, counter);
    const isFree = standing.limit === null || (standing.countsOnce && isCounted(caller.companyId, request));
    if (!isFree && counter.used + counter.reserved >= (standing.limit ?? 0)) {
      return answer('exhausted', standing.limit, counter);
    }
    known.set(request.reservation_id, isFree ? 'free' : 'held');
    if (!isFree) counter.reserved += 1;
    decision.reservations.push({
      ...id,
      reservationId: request.reservation_id,
      companyId: caller.companyId,
      keyId: caller.keyId,
      thing: request.counted_thing,
      isFree,
      expiresAt: request.expires_at,
    });
    return answer(isFree ? 'free' : 'granted', standing.limit, counter);
  }

  /** A repeated reservation keeps the later expiry, also within one batch. */
  function extend({ reservation_id: reservationId, expires_at: expiresAt }: UsageReservation): void {
    const fresh = decision.reservations.find((one) => one.reservationId === reservationId);
    if (fresh === undefined) decision.extended.push({ reservationId, expiresAt });
    else if (Date.parse(expiresAt) > Date.parse(fresh.expiresAt)) fresh.expiresAt = expiresAt;
  }

  function isCounted(companyId: string, { counted_thing: thing }: UsageReservation): boolean {
    return thing !== null && facts.counted.has(subjectKey(companyId, thing));
  }
}

const NOTHING: Counter = Object.freeze({ used: 0, reserved: 0 });
