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
export function withDeadline<T>(
  options: { deadlineMs: number | undefined; outer: AbortSignal; clock: Clock },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { deadlineMs, outer, clock } = options;
  const remainingMs = deadlineMs === undefined ? undefined : deadlineMs - clock.nowMs();
  if (outer.aborted || (remainingMs !== undefined && remainingMs <= 0)) return Promise.reject(timedOut());
  // By hand, for every request passes here: a race of promises costs several times as much.
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const abort = () => {
      settle();
      const cause = timedOut();
      reject(cause);
      controller.abort(cause);
    };
    const timer = remainingMs === undefined ? undefined : setTimeout(abort, Math.min(remainingMs, 2 ** 31 - 1));
    const settle = () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    };
    outer.addEventListener('abort', abort);
    Promise.try(work, controller.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
