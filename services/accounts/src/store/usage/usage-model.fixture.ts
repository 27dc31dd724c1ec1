import type { AllowanceName, ReservationAnswer, UsageReservation, UsageSubject } from '@plat/contracts';
import { SUBSCRIBER_LIMITS } from '../../domain/usage/limits.ts';

/** Participants of a run: one company with every kind of key. */
export const KEY_NAMES = ['first', 'second', 'test', 'legacy', 'enterprise'] as const;
export type KeyName = (typeof KEY_NAMES)[number];
export const USER_NAMES = ['ann', 'bob', 'nobody'] as const;
export type UserName = (typeof USER_NAMES)[number];
export const LEGACY_LIMIT = 3;

interface Hold {
  pool: string;
  endpoint: AllowanceName;
  month: string;
  /** Name of the subject in the company's memory; null if it does not matter. */
  thing: string | null;
  makesFreeAlone: boolean;
  isFree: boolean;
  isSettled: boolean;
  expiresAtMs: number;
}

/** The metering rules in plain sets and maps. It shares no code with the ledger and prefers simple over fast. */
export class UsageModel {
  nowMs: number;
  readonly ledger = new Map<string, { pool: string; endpoint: AllowanceName; month: string; isApplication: boolean }>();
  readonly holds = new Map<string, Hold>();
  readonly known = new Set<string>();
  readonly inactiveKeys = new Set<KeyName>();
  readonly inactiveUsers = new Set<UserName>();
  /** Limits of the active subscriptions, each for every endpoint. */
  readonly plans: Record<'ann' | 'bob', Map<string, { limit: number; active: boolean }>> = {
    ann: new Map(),
    bob: new Map(),
  };
  private readonly highestLimits = new Map<string, number>();
  readonly ownLimits = new Map<AllowanceName, { planLimit: number | null; customLimit: number | null }>();

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  get month(): string {
    return `${new Date(this.nowMs).toISOString().slice(0, 7)}-01`;
  }

  poolOf(key: KeyName, user: UserName | null): string {
    if (key === 'first' || key === 'second') return 'company';
    return key === 'enterprise' ? (user ?? 'nobody') : key;
  }

  /** null: not covered; infinite: never counted. */
  limitOf(key: KeyName, user: UserName | null, endpoint: AllowanceName): number | null {
    if (key === 'test') return Number.POSITIVE_INFINITY;
    if (key === 'legacy') return endpoint === 'legacy_search' ? LEGACY_LIMIT : null;
    if (endpoint === 'legacy_search') return null;
    if (key === 'enterprise') {
      const plans = user === 'ann' || user === 'bob' ? [...this.plans[user].values()] : [];
      return plans.filter(({ active }) => active).reduce((sum, { limit }) => sum + limit, 0) || null;
    }
    const own = this.ownLimits.get(endpoint);
    const agreed = own?.customLimit ?? SUBSCRIBER_LIMITS[endpoint];
    return own?.planLimit != null && own.planLimit < agreed ? own.planLimit : agreed;
  }

  used(pool: string, endpoint: AllowanceName, month: string): number {
    return [...this.ledger.values()].filter((e) => e.pool === pool && e.endpoint === endpoint && e.month === month)
      .length;
  }

  reserved(pool: string, endpoint: AllowanceName, month: string): number {
    return [...this.holds.values()].filter(
      (hold) => !hold.isFree && hold.pool === pool && hold.endpoint === endpoint && hold.month === month,
    ).length;
  }

  /** The highest limit of any grant, plus the application's usage. */
  mostAllowed(pool: string, endpoint: AllowanceName): number {
    const regardless = [...this.ledger.values()].filter((e) => e.isApplication && e.endpoint === endpoint).length;
    return this.highestLimit(pool, endpoint) + (pool === 'company' ? regardless : 0);
  }

  private highestLimit(pool: string, endpoint: AllowanceName): number {
    return this.highestLimits.get(`${pool} ${endpoint}`) ?? 0;
  }

  remaining(key: KeyName, user: UserName | null, endpoint: AllowanceName, month: string): number | null {
    const limit = this.limitOf(key, user, endpoint) ?? 0;
    if (!Number.isFinite(limit)) return null;
    const pool = this.poolOf(key, user);
    return Math.max(0, limit - this.used(pool, endpoint, month) - this.reserved(pool, endpoint, month));
  }

  /** Reserves in the model. @returns the outcome and the rest; null where not shown. */
  reserve(
    request: UsageReservation,
    key: KeyName,
    user: UserName | null,
  ): { outcome: ReservationAnswer['outcome']; remaining: number | null } {
    const { reservation_id: id, endpoint, counted_thing: thing } = request;
    if (this.inactiveKeys.has(key)) return { outcome: 'key_inactive', remaining: null };
    if (key === 'enterprise' && (user === null || user === 'nobody' || this.inactiveUsers.has(user))) {
      return { outcome: 'user_inactive', remaining: null };
    }
    const limit = this.limitOf(key, user, endpoint);
    if (limit === null) return { outcome: 'not_covered', remaining: 0 };
    const answer = (outcome: ReservationAnswer['outcome']) => ({
      outcome,
      remaining: this.remaining(key, user, endpoint, this.month),
    });
    if (this.ledger.has(id)) return answer('free');
    const expiresAtMs = Date.parse(request.expires_at);
    const before = this.holds.get(id);
    if (before !== undefined) {
      before.expiresAtMs = Math.max(before.expiresAtMs, expiresAtMs);
      return answer(before.isFree ? 'free' : 'granted');
    }
    const pool = this.poolOf(key, user);
    const name = pool === 'company' && thing !== null ? thingName(thing) : null;
    const isFree = key === 'test' || (name !== null && this.known.has(name));
    const taken = this.used(pool, endpoint, this.month) + this.reserved(pool, endpoint, this.month);
    if (!isFree && taken >= limit) return answer('exhausted');
    if (!isFree) this.highestLimits.set(`${pool} ${endpoint}`, Math.max(limit, this.highestLimit(pool, endpoint)));
    const makesFreeAlone = thing?.kind === 'location';
    const hold = { pool, endpoint, month: this.month, thing: name, makesFreeAlone, isFree, isSettled: false };
    this.holds.set(id, { ...hold, expiresAtMs });
    return answer(isFree ? 'free' : 'granted');
  }

  commit(id: string, skiptraced: boolean): 'counted' | 'free' | 'unknown' {
    if (this.ledger.has(id)) return 'counted';
    const hold = this.holds.get(id);
    if (hold === undefined) return 'unknown';
    if (hold.isFree || (hold.thing !== null && this.known.has(hold.thing))) {
      Object.assign(hold, { isFree: true, isSettled: true });
      return 'free';
    }
    this.holds.delete(id);
    const { pool, endpoint, month } = hold;
    this.ledger.set(id, { pool, endpoint, month, isApplication: false });
    if (hold.thing !== null && (hold.makesFreeAlone || skiptraced)) this.known.add(hold.thing);
    return 'counted';
  }

  release(id: string): boolean {
    if (this.holds.get(id)?.isSettled !== false) return false;
    return this.holds.delete(id);
  }

  applicationSearch(eventId: string, thing: UsageSubject, skiptraced: boolean): boolean {
    if (this.ledger.has(eventId)) return true;
    if ((thing.kind === 'property' && !skiptraced) || this.known.has(thingName(thing))) return false;
    this.known.add(thingName(thing));
    const endpoint = thing.kind === 'property' ? 'buyer_search' : 'analytics_search';
    this.ledger.set(eventId, { pool: 'company', endpoint, month: this.month, isApplication: true });
    return true;
  }

  /** Drops expired holds, of one allowance of this month or of all. */
  dropLapsed(of?: { pool: string; endpoint: AllowanceName }): void {
    for (const [id, hold] of this.holds) {
      if (hold.isFree || hold.expiresAtMs > this.nowMs) continue;
      const isMeant = hold.pool === of?.pool && hold.endpoint === of.endpoint && hold.month === this.month;
      if (of === undefined || isMeant) this.holds.delete(id);
    }
  }

  /** A copy for trial steps. */
  copy(): UsageModel {
    const holds = new Map([...this.holds].map(([id, hold]) => [id, { ...hold }]));
    return Object.assign(new UsageModel(this.nowMs), this, { holds });
  }

  /** The time when an expired free reservation disappears is unspecified, so tests must not repeat it. */
  isUncertain(id: string): boolean {
    const hold = this.holds.get(id);
    return hold?.isFree === true && hold.expiresAtMs <= this.nowMs;
  }
}

const thingName = ({ kind, value }: UsageSubject): string => `${kind} ${value}`;
