import type { CommitAnswer, ReservationAnswer } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { inSpan } from '@plat/telemetry';
import pTimeout from 'p-timeout';
import { secondsUntil } from '../domain/limit-headers.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import { unusableKey } from './authenticate.ts';
import { planNotCovered, userInactive } from './authorize.ts';
import { setLimitHeaders } from './minute-limit.ts';
import { type Passage, type Stage, type StageTools, verifiedKey } from './passage.ts';
import { usageRequestOf } from './usage-request.ts';

/** A reservation outlives its request by this much, so that it cannot expire before the commit. */
const RESERVATION_MARGIN_MS = 30_000;
/**
 * Hold of background work, which its service settles even after crashes. An hour less than the ledger's maximum
 * allows for clock skew.
 */
const BACKGROUND_HOLD_MS = 23 * 3_600_000;
/** Minimum time for a commit that starts just before the deadline. */
const MIN_COMMIT_MS = 1_000;
const FIRST_RETRY_MS = 50;
/** How long a response waits for its reservation to be released; after that it expires by itself. */
const RELEASE_WAIT_MS = 1_000;
/** How long an accepted job waits for its hold to be extended. */
const EXTENSION_WAIT_MS = 2_000;
const NEVER = new AbortController().signal;

/** Reserves one of the monthly allowance before the work; `metered` settles it. Test keys never count. */
export const reserve: Stage = async (passage, tools) => {
  const { allowance } = passage.endpoint.policy;
  if (allowance === null || verifiedKey(passage).is_test || passage.isUncounted) return undefined;
  const request = await usageRequestOf(passage, allowance, tools);
  const id = passage.idempotentRequestId ?? Bun.randomUUIDv7();
  const expiresAt = new Date(passage.deadlineMs + RESERVATION_MARGIN_MS).toISOString();
  const reservation = { ...request, reservation_id: id, expires_at: expiresAt };
  const answered = tools.ledger.reserve(reservation, passage.exchange.work, passage.signal);
  passage.hold = { id, reservation, answered };
  passage.quota = 'failed';
  const answer = await answered;
  passage.quota = answer.outcome;
  passage.allowance = answer.allowance;
  if (answer.outcome === 'granted') return undefined;
  passage.hold = undefined;
  if (answer.outcome === 'free') forget(id, passage, tools.ledger);
  const nowMs = tools.clock.nowMs();
  setLimitHeaders(passage, nowMs);
  refuseUnlessOpen(answer, passage, nowMs);
  return undefined;
};

/**
 * Extends the hold of accepted background work. Not earlier: if the gateway dies during acceptance, the hold must
 * expire soon. A hold that was already settled is not extended.
 */
async function extendHold(
  { reservation }: NonNullable<Passage['hold']>,
  passage: Passage,
  { ledger, clock }: StageTools,
) {
  const expiresAt = new Date(clock.nowMs() + BACKGROUND_HOLD_MS).toISOString();
  try {
    const extension = { ...reservation, expires_at: expiresAt, only_extends: true };
    await within(EXTENSION_WAIT_MS, ledger.reserve(extension, passage.exchange.work, NEVER));
  } catch (err) {
    // An expired reservation still counts, unless another request took the last of the allowance.
    passage.exchange.log.warn({ err, reservationId: reservation.reservation_id }, 'could not extend a hold');
  }
}

/** Releases a reservation without delaying the response. */
function forget(id: string, { exchange }: Passage, ledger: UsageLedger): void {
  ledger
    .release(id, exchange.work)
    .catch((err: unknown) => exchange.log.debug({ err }, 'could not release a reservation; it expires by itself'));
}

/** @throws AppError for every outcome that forbids the request. The caller handles `exhausted`. */
export function refuseUnlessAllowed({ outcome }: ReservationAnswer, { endpoint }: Passage): void {
  if (outcome === 'not_covered') throw planNotCovered(endpoint.policy.name);
  if (outcome === 'user_inactive') throw userInactive();
  if (outcome === 'key_inactive') throw unusableKey();
}

function refuseUnlessOpen(answer: ReservationAnswer, passage: Passage, nowMs: number): void {
  refuseUnlessAllowed(answer, passage);
  if (answer.outcome !== 'exhausted') return;
  const { limit, resets_at } = answer.allowance;
  throw new AppError(
    'MONTHLY_LIMIT_EXCEEDED',
    `The monthly limit of ${limit} counted requests is reached; it resets at ${resets_at}`,
    { reason: answer.reason ?? undefined, headers: { 'retry-after': String(secondsUntil(resets_at, nowMs)) } },
  );
}

/**
 * Runs the stages and settles the reservation. A counted success is committed before the response; any other
 * outcome is released first, so that an immediate next call finds it. The service settles background work.
 */
export async function metered(passage: Passage, tools: StageTools, run: () => Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await run();
    if (tools.clock.nowMs() >= passage.deadlineMs)
      throw new AppError('TIMEOUT', 'The request took too long; try again');
    if (passage.hold === undefined) return response;
    if (response.status === 202) {
      passage.settled = 'handed_on';
      await extendHold(passage.hold, passage, tools);
      setLimitHeaders(passage, tools.clock.nowMs());
      return response;
    }
    if (countsNothing(passage)) {
      await giveBack(passage, tools);
      return response;
    }
  } catch (thrown) {
    await giveBack(passage, tools);
    throw thrown;
  }
  const { id } = passage.hold;
  const { allowance } = await inSpan('monthly commit', () => confirm(id, passage, tools));
  if (allowance !== null) passage.allowance = allowance;
  setLimitHeaders(passage, tools.clock.nowMs());
  return response;
}

/** True if a success is empty on an endpoint that counts results only (docs/rules/limits.md). */
function countsNothing({ endpoint, resultCount }: Passage): boolean {
  if (endpoint.policy.metering.counts !== 'success_with_results') return false;
  if (resultCount === undefined) throw new Error(`${endpoint.service} did not say how many results there are`);
  return resultCount === 0;
}

async function giveBack(passage: Passage, tools: StageTools): Promise<void> {
  const { hold, exchange } = passage;
  if (hold === undefined) return;
  passage.hold = undefined;
  passage.settled = 'released';
  exchange.note({ reservationId: hold.id, usage: 'released' });
  // A reservation in flight must arrive before it can be released.
  const released = hold.answered
    .then(
      () => tools.ledger.release(hold.id, exchange.work),
      () => tools.ledger.release(hold.id, exchange.work),
    )
    .then(({ allowance }) => {
      if (allowance !== null) passage.allowance = allowance;
      setLimitHeaders(passage, tools.clock.nowMs());
    });
  try {
    await within(RELEASE_WAIT_MS, released);
  } catch (err) {
    exchange.log.warn({ err }, 'could not release a reservation; it expires by itself');
  }
}

/**
 * Commits under the same id until the ledger answers or the deadline passes.
 * @throws AppError UPSTREAM_ERROR when the count cannot be confirmed: the caller must not see a success then.
 */
async function confirm(id: string, passage: Passage, { ledger, clock }: StageTools): Promise<CommitAnswer> {
  const leftMs = Math.max(MIN_COMMIT_MS, passage.deadlineMs - clock.nowMs());
  const untilMs = performance.now() + leftMs;
  // After the caller saw a failure, a delayed commit must not count.
  const notAfter = new Date(clock.nowMs() + leftMs).toISOString();
  const commit = { reservation_id: id, skiptraced: passage.skiptraced === true, not_after: notAfter };
  for (let pauseMs = FIRST_RETRY_MS; ; pauseMs *= 2) {
    try {
      const answer = await within(untilMs - performance.now(), ledger.commit(commit, passage.exchange.work));
      passage.settled = answer.outcome;
      passage.exchange.note({ reservationId: id, usage: answer.outcome });
      if (answer.outcome === 'unknown') throw unconfirmed(passage, new Error(`reservation ${id} had lapsed`));
      return answer;
    } catch (cause) {
      if (passage.unconfirmed === true) throw cause;
      if (performance.now() + pauseMs >= untilMs) {
        // A retry under the same id must find the count that may already exist.
        if (passage.idempotentRequestId === undefined) forget(id, passage, ledger);
        throw unconfirmed(passage, cause);
      }
      await Bun.sleep(pauseMs);
    }
  }
}

function unconfirmed(passage: Passage, cause: unknown): AppError {
  passage.unconfirmed = true;
  passage.settled = 'unconfirmed';
  return new AppError('UPSTREAM_ERROR', 'The request could not be counted; it is safe to try again', { cause });
}

/** Fails when the work takes longer, in milliseconds. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  pTimeout(work, {
    milliseconds: Math.max(1, ms),
    fallback: () => {
      throw new Error(`no answer within ${Math.round(ms)} ms`);
    },
  });
