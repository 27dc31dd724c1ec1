import {
  beginIdempotentRequest,
  commitUsage,
  finishIdempotentRequest,
  previewUsage,
  type ReservationAnswer,
  releaseUsage,
  reserveUsage,
  type StoredAnswer,
  type UsageRequest,
  type UsageReservation,
} from '@plat/contracts';
import { type Clock, type Operation, operation } from '@plat/kit';

/** The start of the month after the one in which the tests run. */
export const RESETS_AT = '2026-04-01T00:00:00.000Z';

interface Hold extends UsageRequest {
  state: 'open' | 'counted' | 'released';
  skiptraced: boolean;
  /** ISO 8601. */
  expires_at: string;
}

/** An in-memory ledger with the real contract; tests read and change it. */
export class FakeLedger {
  /** Monthly limit by allowance; a missing entry is unlimited, 0 is not covered. */
  limits: Record<string, number> = {};
  /** Overrides the outcome of reservations. */
  outcome: ReservationAnswer['outcome'] | undefined;
  readonly holds = new Map<string, Hold>();
  /** Batch sizes by operation. */
  readonly batches: [what: string, size: number][] = [];

  count = (state: Hold['state'], endpoint?: string) =>
    [...this.holds.values()].filter((hold) => hold.state === state && (endpoint ?? hold.endpoint) === hold.endpoint)
      .length;

  allowance(endpoint: string) {
    const limit = this.limits[endpoint] ?? null;
    const taken = this.count('open', endpoint) + this.count('counted', endpoint);
    return { limit, remaining: limit === null ? null : Math.max(0, limit - taken), resets_at: RESETS_AT };
  }

  countedBefore({ counted_thing }: UsageRequest): boolean {
    const same = [...this.holds.values()].filter(
      (hold) => hold.state === 'counted' && JSON.stringify(hold.counted_thing) === JSON.stringify(counted_thing),
    );
    return counted_thing !== null && same.some((hold) => hold.skiptraced || counted_thing.kind === 'location');
  }

  answer(request: UsageRequest): ReservationAnswer {
    const allowance = this.allowance(request.endpoint);
    const outcome =
      this.outcome ??
      (this.countedBefore(request)
        ? 'free'
        : allowance.limit === 0
          ? 'not_covered'
          : allowance.remaining === 0
            ? 'exhausted'
            : 'granted');
    const reason = outcome === 'exhausted' && request.user_id === null ? reasonOf(request.endpoint) : null;
    return { outcome, reason, allowance };
  }

  reserve({ reservation_id, only_extends: onlyExtends, ...request }: UsageReservation): ReservationAnswer {
    const hold = this.holds.get(reservation_id);
    if (onlyExtends === true && hold?.state === 'open') hold.expires_at = request.expires_at;
    if (onlyExtends === true || hold?.state === 'counted')
      return { outcome: 'free', reason: null, allowance: this.allowance(request.endpoint) };
    const answer = this.answer(request);
    if (answer.outcome !== 'granted') return answer;
    this.holds.set(reservation_id, { ...request, state: 'open', skiptraced: false });
    return { ...answer, allowance: this.allowance(request.endpoint) };
  }

  settle(id: string, state: 'counted' | 'released', skiptraced = false): boolean {
    const hold = this.holds.get(id);
    if (hold?.state !== 'open') return false;
    Object.assign(hold, { state, skiptraced });
    return true;
  }

  operations(): Operation[] {
    const batch = (what: string, size: number) => void this.batches.push([what, size]);
    const allowanceOf = (id: string) => this.allowance(this.holds.get(id)?.endpoint ?? '');
    return [
      operation(reserveUsage, async ({ body: { reservations } }) => {
        batch('reserve', reservations.length);
        return { answers: reservations.map((each) => this.reserve(each)) };
      }),
      operation(commitUsage, async ({ body: { commits } }) => {
        batch('commit', commits.length);
        return {
          answers: commits.map(({ reservation_id: id, skiptraced }) => {
            const counted = this.settle(id, 'counted', skiptraced) || this.holds.get(id)?.state === 'counted';
            return { outcome: counted ? 'counted' : 'unknown', allowance: counted ? allowanceOf(id) : null };
          }),
        };
      }),
      operation(releaseUsage, async ({ body: { reservation_ids: ids } }) => {
        batch('release', ids.length);
        return {
          answers: ids.map((id) => ({ released: this.settle(id, 'released'), allowance: allowanceOf(id) })),
        };
      }),
      operation(previewUsage, async ({ body }) => ({
        ...this.answer(body),
        counted_before: this.countedBefore(body),
      })),
    ];
  }
}

const reasonOf = (endpoint: string): ReservationAnswer['reason'] =>
  (({ buyer_search: 'skiptrace_limit_exceeded', analytics_search: 'unskiptrace_limit_exceeded' }) as const)[endpoint] ??
  null;

interface KeptRequest {
  id: string;
  hash: string;
  lockedUntilMs: number;
  answer: StoredAnswer | null;
}

/** An in-memory idempotency store with the real contract. */
export class FakeIdempotencyStore {
  readonly kept = new Map<string, KeptRequest>();
  constructor(readonly clock: Clock) {}

  operations(): Operation[] {
    return [
      operation(beginIdempotentRequest, async ({ body }) => {
        const name = JSON.stringify([body.key_id, body.user_id, body.idempotency_key]);
        const hash = `${body.operation} ${body.request_sha256}`;
        const lockedUntilMs = Date.parse(body.locked_until);
        const known = this.kept.get(name);
        if (known === undefined) {
          const id = crypto.randomUUID();
          this.kept.set(name, { id, hash, lockedUntilMs, answer: null });
          return { state: 'begun', request_id: id };
        }
        if (known.hash !== hash) return { state: 'mismatch' };
        if (known.answer !== null) return { state: 'finished', answer: known.answer };
        if (this.clock.nowMs() < known.lockedUntilMs) return { state: 'in_flight' };
        known.lockedUntilMs = lockedUntilMs;
        return { state: 'begun', request_id: known.id };
      }),
      operation(finishIdempotentRequest, async ({ body: { request_id: id, answer } }) => {
        for (const [name, request] of this.kept) {
          if (request.id !== id) continue;
          if (answer === null) this.kept.delete(name);
          else request.answer = answer;
          return { kept: answer !== null };
        }
        return { kept: false };
      }),
    ];
  }
}
