import type { Delivery, EgressRequest } from '@plat/egress';
import type { Logger } from '@plat/kit';
import type {
  Attempt,
  ClaimedDelivery,
  DeliveryQueue,
  KeyStandings,
  WebhookSettingsStore,
  WebhookWriters,
} from './ports.ts';
import { standingAfter } from './standing-after.ts';

/** Time limit of a call (docs/rules/webhooks.md). */
const CALL_TIMEOUT_MS = 15_000;
/** Time limit of writing the message and calling the URL. */
const ATTEMPT_TIMEOUT_MS = 28_000;
/** An attempt that fails on our side this often is given up. */
export const MOST_STARTS = 11;
/** Pause before an attempt is started again; it doubles each time. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

export interface DeliverDeps {
  queue: DeliveryQueue;
  settings: Pick<WebhookSettingsStore, 'ofKey'>;
  keys: KeyStandings;
  writers: WebhookWriters;
  sender: { post(request: EgressRequest): Promise<Delivery> };
  log: Pick<Logger, 'warn'>;
  /** From 0 up to 1. */
  random(): number;
  /** Told of every attempt. */
  onAttempt(delivery: ClaimedDelivery, attempt: Attempt): void;
}

/** The same for every attempt at a delivery. */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId}`;

/**
 * Makes one attempt at a delivery: writes its current message, calls the URL once and stores the outcome. A failure on
 * our side is not the receiver's: the attempt starts again later under the same webhook-id, and is given up after
 * `MOST_STARTS`.
 * @param stopping cuts the attempt short; another process repeats it
 * @throws Error when the message could not be written or the call was cut short
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  // A process that dies during an attempt leaves only its count of starts.
  if (delivery.starts > MOST_STARTS) return giveUp(deps, delivery);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
  const attempt = await attemptOf(deps, delivery, signal).catch(async (error: unknown) => {
    if (stopping.aborted) await deps.queue.release(delivery);
    else if (delivery.starts >= MOST_STARTS) await giveUp(deps, delivery);
    else await deps.queue.postpone(delivery, pauseMs(delivery.starts));
    throw error;
  });
  await settle(deps, delivery, attempt);
}

const pauseMs = (starts: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (starts - 1));

/** An attempt that could not be made counts as failed. */
async function giveUp(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  deps.log.warn(
    { webhookId: webhookIdOf(delivery.id), event: delivery.event },
    'gave up a webhook: its message could not be written',
  );
  await settle(deps, delivery, { outcome: 'unsent', status: null, durationMs: 0 });
}

async function settle(deps: DeliverDeps, delivery: ClaimedDelivery, attempt: Attempt): Promise<void> {
  await deps.queue.finish(delivery, attempt, standingAfter(delivery, attempt, deps.random()));
  deps.onAttempt(delivery, attempt);
}

async function attemptOf(deps: DeliverDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt> {
  if (!(await deps.keys.mayBeTold(delivery.keyId, signal))) {
    return { outcome: 'revoked', status: null, durationMs: 0 };
  }
  const message = await deps.writers[delivery.event](delivery.subjectId, signal);
  if (message === null) return { outcome: 'gone', status: null, durationMs: 0 };
  const { activeSecrets } = await deps.settings.ofKey(delivery);
  signal.throwIfAborted();
  const sent = await deps.sender.post({
    ...message,
    url: delivery.url,
    customer: delivery.companyId,
    webhookId: webhookIdOf(delivery.id),
    signingSecret: activeSecrets,
    timeoutMs: CALL_TIMEOUT_MS,
    signal,
  });
  if (sent.outcome === 'aborted' || sent.outcome === 'busy') throw new Error(`the call was cut short: ${sent.outcome}`);
  return sent;
}
