import type { Logger, Places } from '@plat/kit';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook.ts';
import { chooseFairly, type Lane, SHARES } from './fair-shares.ts';
import type { ClaimedDelivery, DueDelivery } from './ports.ts';

export interface DispatcherDeps extends Omit<DeliverDeps, 'log'> {
  log: Logger;
  /** Runs an attempt as work of its own, with its log line, metrics and trace. */
  runAttempt(delivery: ClaimedDelivery, attempt: () => Promise<void>): Promise<void>;
}

/** Sends webhooks that are due, those of all processes, from `start` to `stop`. */
export interface Dispatcher {
  start(): void;
  /** Looks for due webhooks now. */
  wake(): void;
  /** Lets calls end for so long; calls that do not are cut short and made again elsewhere. */
  stop(graceMs: number): Promise<void>;
  places(): Places;
}

/** Finds what falls due, and what processes that died left behind. */
const POLL_MS = 1_000;
/** Longer than an attempt may take, so that nobody else makes it meanwhile. */
export const CLAIM_MS = 30_000;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { queue, log, runAttempt } = deps;
  const running = new Map<string, { lane: Lane; done: Promise<void> }>();
  const stopping = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking: Promise<void> | undefined;
  let looksAgain = false;
  let isFailing = false;

  /** What goes wrong here is logged where it happens; the delivery is due again later. */
  async function attempt({ deliveryId, turn }: DueDelivery): Promise<void> {
    const delivery = await queue.claim({ deliveryId, turn }, CLAIM_MS);
    if (delivery === null || delivery === 'busy') return;
    await runAttempt(delivery, () => deliverWebhook(deps, delivery, stopping.signal)).catch(() => {});
  }

  function begin(due: DueDelivery): void {
    const done = attempt(due)
      .catch((err: unknown) => log.warn({ err }, 'a webhook could not be claimed; it stays due'))
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
      if (!isFailing) log.warn({ err }, 'due webhooks cannot be read; they wait until the database answers');
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
    places: () => ({ most: SHARES.all, inUse: running.size }),
  };
}
