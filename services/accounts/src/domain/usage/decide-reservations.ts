import type { AllowanceName, CountedThing, LimitReason, ReservationAnswer, UsageReservation } from '@plat/contracts';
import { type AllowanceId, allowanceKey, type Counter, shownAllowance } from './allowance.ts';
import { type CallerFacts, type Standing, standingOf } from './standing.ts';

/** What is known when a batch of reservations is decided; nothing of it changes until the decision is written. */
export interface ReservationFacts {
  month: string;
  /** In the order of the requests; undefined where there is no such key. */
  callers: ReadonlyArray<CallerFacts | undefined>;
  /** By `allowanceKey`; locked. */
  counters: ReadonlyMap<string, Counter>;
  /** Requested ids that are known: open ones, and those that the ledger has counted. */
  known: ReadonlyMap<string, 'held' | 'free' | 'counted'>;
  /** By `thingKey`: requested things that were counted before. */
  counted: ReadonlySet<string>;
}

export interface NewReservation extends AllowanceId {
  reservationId: string;
  companyId: string;
  keyId: string;
  thing: CountedThing | null;
  isFree: boolean;
  /** ISO 8601. */
  expiresAt: string;
}

export interface ReservationDecision {
  answers: ReservationAnswer[];
  reservations: NewReservation[];
  /** Open reservations that were asked for again, with how long they are wanted now. */
  extended: Array<{ reservationId: string; expiresAt: string }>;
  /** Allowances whose counter is missing; nothing can be decided before there is one. */
  withoutCounter: AllowanceId[];
}

/** The name of a thing in sets. */
export const thingKey = (companyId: string, { kind, value }: CountedThing): string => `${companyId} ${kind} ${value}`;

const REASONS: Readonly<Partial<Record<AllowanceName, LimitReason>>> = {
  buyer_search: 'skiptrace_limit_exceeded',
  analytics_search: 'unskiptrace_limit_exceeded',
};

/** Decides a batch one after the other, as if each had come alone; the same id twice is the same reservation. */
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

  /** Asked for again: the later end holds, also of one that is new in this batch. */
  function extend({ reservation_id: reservationId, expires_at: expiresAt }: UsageReservation): void {
    const fresh = decision.reservations.find((one) => one.reservationId === reservationId);
    if (fresh === undefined) decision.extended.push({ reservationId, expiresAt });
    else if (Date.parse(expiresAt) > Date.parse(fresh.expiresAt)) fresh.expiresAt = expiresAt;
  }

  function isCounted(companyId: string, { counted_thing: thing }: UsageReservation): boolean {
    return thing !== null && facts.counted.has(thingKey(companyId, thing));
  }
}

const NOTHING: Counter = Object.freeze({ used: 0, reserved: 0 });
