import type { Capacity, Logger } from '@plat/kit';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook.ts';
import { chooseFairly, type Lane, SHARES } from './fair-shares.ts';
import type { ClaimedDelivery, DueDelivery } from './ports.ts';

export interface DispatcherDeps extends Omit<DeliverDeps, 'log'> {
  log: Logger;
  /** Runs an attempt with its own log line, metrics and trace. */
  runAttempt(delivery: ClaimedDelivery, attempt: () => Promise<void>): Promise<void>;
}

/** Sends due webhooks of all processes, from `start` to `stop`. */
export interface Dispatcher {
  start(): void;
  /** Checks for due webhooks now. */
  wake(): void;
  /** Waits for running calls; later ones are cut short and repeated elsewhere. */
  stop(graceMs: number): Promise<void>;
  capacity(): Capacity;
}

/** Finds webhooks that fall due, and those of dead processes. */
const POLL_MS = 1_000;
/** Longer than an attempt may take, so that no other process makes it meanwhile. */
export const CLAIM_MS = 30_000;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { queue, log, runAttempt } = deps;
  const running = new Map<string, { lane: Lane; done: Promise<void> }>();
  const stopping = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking: Promise<void> | undefined;
  let looksAgain = false;
  let isFailing = false;

  /** Errors are logged where they happen; the delivery becomes due again later. */
  async function attempt({ deliveryId, attemptNumber }: DueDelivery): Promise<void> {
    const delivery = await queue.claim({ deliveryId, attemptNumber }, CLAIM_MS);
    if (delivery === null || delivery === 'busy') return;
    await runAttempt(delivery, () => deliverWebhook(deps, delivery, stopping.signal)).catch(() => {});
  }

  function begin(due: DueDelivery): void {
    const done = attempt(due)
      .catch((err: unknown) => log.warn({ err }, 'could not claim a webhook; it stays due'))
      .finally(() => {
        running.delete(due.deliveryId);
        wake();
      });
    running.set(due.deliveryId, { lane: due.lane, done });
  }

  async function look(): Promise<void> {
    if (running.size >= SHARES.all) return;
    try {
      const due = (await queue.due()).filter(({ deliveryId }) => !running.has(deliveryId));
      if (timer === undefined) return;
      for (const one of chooseFairly(
        due,
        [...running.values()].map(({ lane }) => lane),
      ))
        begin(one);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'could not read due webhooks; retrying until the database answers');
      isFailing = true;
    }
  }

  function wake(): void {
    if (timer === undefined) return;
    if (looking !== undefined) {
      looksAgain = true;
      return;
    }
    looking = look().finally(() => {
      looking = undefined;
      if (!looksAgain) return;
      looksAgain = false;
      wake();
    });
  }

  return {
    wake,
    start: () => {
      timer ??= setInterval(wake, POLL_MS);
      timer.unref();
      wake();
    },
    stop: async (graceMs) => {
      clearInterval(timer);
      timer = undefined;
      await looking;
      const all = Promise.all([...running.values()].map(({ done }) => done));
      const grace = setTimeout(() => stopping.abort(), graceMs);
      await all.finally(() => clearTimeout(grace));
    },
    capacity: () => ({ max: SHARES.all, inUse: running.size }),
  };
}
