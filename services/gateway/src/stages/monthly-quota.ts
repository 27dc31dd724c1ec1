import type { CommitAnswer, ReservationAnswer } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { inSpan } from '@plat/telemetry';
import { secondsUntil } from '../domain/limit-headers.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import { unusableKey } from './authenticate.ts';
import { planNotCovered, userInactive } from './authorize.ts';
import { tellLimits } from './minute-limit.ts';
import { type Passage, type Stage, type StageTools, verifiedKey } from './passage.ts';
import { usageRequestOf } from './usage-request.ts';

/** A reservation outlives its request by this much, so that it cannot lapse before the commit. */
const RESERVATION_MARGIN_MS = 30_000;
/**
 * Work that outlasts its answer is settled by the service that does it, after whatever crashes there may be: an hour
 * less than the ledger holds anything, for clocks that differ.
 */
const BACKGROUND_HOLD_MS = 23 * 3_600_000;
/** A commit that begins just before the deadline gets this long. */
const LEAST_COMMIT_MS = 1_000;
const FIRST_RETRY_MS = 50;
/** How long an answer waits for its reservation to be given back; later it lapses by itself. */
const RELEASE_WAIT_MS = 1_000;
/** How long an accepted job waits for its hold to be lengthened. */
const EXTENSION_WAIT_MS = 2_000;
const NEVER = new AbortController().signal;

/** Holds one of the monthly allowance before the work begins; `metered` settles it. Test keys are never counted. */
export const reserve: Stage = async (passage, tools) => {
  const { allowance } = passage.endpoint.policy;
  if (allowance === null || verifiedKey(passage).is_test) return undefined;
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
  tellLimits(passage, nowMs);
  refuseUnlessOpen(answer, passage, nowMs);
  return undefined;
};

/**
 * Lengthens the hold of work that was accepted and that somebody will settle. Not before: a gateway that dies while the
 * work is being accepted leaves a hold that soon lapses. Work that is settled by now has none, and gets none.
 */
async function holdOn({ reservation }: NonNullable<Passage['hold']>, passage: Passage, { ledger, clock }: StageTools) {
  const expiresAt = new Date(clock.nowMs() + BACKGROUND_HOLD_MS).toISOString();
  try {
    const extension = { ...reservation, expires_at: expiresAt, only_extends: true };
    await within(EXTENSION_WAIT_MS, ledger.reserve(extension, passage.exchange.work, NEVER));
  } catch (err) {
    // What lapsed is counted all the same, unless somebody else needed the last of the allowance.
    passage.exchange.log.warn({ err, reservationId: reservation.reservation_id }, 'a hold could not be lengthened');
  }
}

/** Nobody waits until the ledger has forgotten a request that holds nothing, or whose count could not be confirmed. */
function forget(id: string, { exchange }: Passage, ledger: UsageLedger): void {
  ledger
    .release(id, exchange.work)
    .catch((err: unknown) => exchange.log.debug({ err }, 'a reservation lapses by itself'));
}

/** @throws AppError for every outcome that does not let the request run; `exhausted` is for the caller to judge. */
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
 * Runs the stages and settles what they reserved: a success that counts is in the ledger before it is answered, and
 * everything else is given back, so that an immediate next call finds it. What is held for work that was accepted to run
 * after its answer is settled by the service that does it.
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
      await holdOn(passage.hold, passage, tools);
      tellLimits(passage, tools.clock.nowMs());
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
  tellLimits(passage, tools.clock.nowMs());
  return response;
}

/** Whether a success found nothing where only results count (doc 1 section 8 rule 3). */
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
  // A reservation that is still on its way must land before it can be released.
  const released = hold.answered
    .then(
      () => tools.ledger.release(hold.id, exchange.work),
      () => tools.ledger.release(hold.id, exchange.work),
    )
    .then(({ allowance }) => {
      if (allowance !== null) passage.allowance = allowance;
      tellLimits(passage, tools.clock.nowMs());
    });
  try {
    await within(RELEASE_WAIT_MS, released);
  } catch (err) {
    exchange.log.warn({ err }, 'a reservation was not given back; it lapses by itself');
  }
}

/**
 * Commits under the same id until an answer comes or the deadline passes.
 * @throws AppError UPSTREAM_ERROR when the count cannot be confirmed: the caller must not see a success then.
 */
async function confirm(id: string, passage: Passage, { ledger, clock }: StageTools): Promise<CommitAnswer> {
  const leftMs = Math.max(LEAST_COMMIT_MS, passage.deadlineMs - clock.nowMs());
  const untilMs = performance.now() + leftMs;
  // Once the caller was told of a failure, a commit that still waits somewhere must not count.
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
        // Whoever comes again under the same id must find what may have been counted under it.
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

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(ms)} ms`)), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
