import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';

const timedOut = (): AppError => new AppError('TIMEOUT', 'The request took longer than its time limit; try again');

/** The absolute deadline that a request carries in epoch milliseconds, if it carries a usable one. */
export function deadlineFrom(header: string | null): number | undefined {
  const deadlineMs = header === null ? Number.NaN : Number(header);
  return Number.isFinite(deadlineMs) && deadlineMs > 0 ? deadlineMs : undefined;
}

/**
 * Runs work until a deadline. The signal that the work gets aborts at the deadline or when `outer` does; the promise
 * settles at the deadline even when the work ignores the signal.
 * @throws AppError TIMEOUT (504) at the deadline or on abort.
 */
export async function withDeadline<T>(
  options: { deadlineMs: number | undefined; outer: AbortSignal; clock: Clock },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { deadlineMs, outer, clock } = options;
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const abort = () => {
    const cause = timedOut();
    ended.reject(cause);
    controller.abort(cause);
  };
  const remainingMs = deadlineMs === undefined ? undefined : deadlineMs - clock.nowMs();
  if (outer.aborted || (remainingMs !== undefined && remainingMs <= 0)) throw timedOut();
  const timer = remainingMs === undefined ? undefined : setTimeout(abort, Math.min(remainingMs, 2 ** 31 - 1));
  outer.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended.promise]);
  } catch (error) {
    throw controller.signal.aborted ? timedOut() : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}
