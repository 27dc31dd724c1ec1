import type { Delivery, EgressRequest } from '@plat/egress';
import type { Logger } from '@plat/kit';
import type {
  Attempt,
  ClaimedDelivery,
  DeliverJob,
  DeliveryQueue,
  KeyStandings,
  WebhookSettingsStore,
  WebhookWriters,
} from './ports.ts';
import { standingAfter } from './standing-after.ts';

/** Decision 63. */
export const CALL_TIMEOUT_MS = 15_000;
/** Longer than a job may take, so that nobody else calls meanwhile; then a delivery whose process died is taken anew. */
export const CLAIM_MS = 30_000;

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

/** The same for every attempt at one delivery. */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId}`;

/**
 * Makes one attempt at a delivery: writes its message as it is now, calls the URL once, and keeps what became of it.
 * @throws Error when nothing can be said of the receiver: the message could not be written, or the call was cut short
 * on our side. Then the job is to be repeated; the receiver may see the same webhook-id twice.
 */
export async function deliverWebhook(deps: DeliverDeps, job: DeliverJob, signal: AbortSignal): Promise<void> {
  const delivery = await deps.queue.claim(job, CLAIM_MS);
  if (delivery === null) return;
  if (delivery === 'busy') throw new Error('another process has this delivery, or died with it: try again soon');
  const attempt = await attemptOf(deps, delivery, signal).catch(async (error: unknown) => {
    await deps.queue.release(delivery);
    throw error;
  });
  await settle(deps, delivery, attempt);
}

/** The end of an attempt that could not be made however often it was tried: it counts as one that failed. */
export async function giveUpAttempt(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  const delivery = await deps.queue.claim(job, CLAIM_MS);
  if (delivery === null) return;
  if (delivery === 'busy') throw new Error('another process has this delivery');
  deps.log.warn({ webhookId: webhookIdOf(delivery.id), event: delivery.event }, 'webhook could not be written');
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
    webhookId: webhookIdOf(delivery.id),
    signingSecret: activeSecrets,
    timeoutMs: CALL_TIMEOUT_MS,
    signal,
  });
  if (sent.outcome === 'aborted' || sent.outcome === 'busy') throw new Error(`the call was cut short: ${sent.outcome}`);
  return sent;
}
