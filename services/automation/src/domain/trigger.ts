import { type Delivery, deliveryProblem } from '@plat/egress';
import { AppError } from '@plat/kit';
import type { BuyerData } from './buyer-data.ts';
import { buyerDataWarnings, type FieldWarning } from './buyer-data-warnings.ts';
import { TRIGGER_LIMIT } from './limits.ts';
import { normalizeBuyerData } from './normalize-buyer-data.ts';
import type {
  AutomationUser,
  Call,
  Subscription,
  SubscriptionSign,
  SubscriptionStore,
  WebhookSender,
} from './ports.ts';
import type { RunningTriggers } from './running-triggers.ts';
import { invalidKey, type KeyDeps, userOfKey } from './user-of-key.ts';

export interface TriggerDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'list' | 'record'>;
  sender: Pick<WebhookSender, 'post'>;
  /** Makes all calls within the trigger's time limit. */
  deliverAll(calls: readonly Call[]): Promise<Delivery[]>;
  running: RunningTriggers;
  /** Timeout of one call. */
  timeoutMs: number;
  newEventId(): string;
  /** Reports the result of a trigger to the operator. */
  onSent(report: TriggerReport): void;
}

export interface TriggerRequest {
  apiKey: string;
  buyerData: BuyerData;
  /** The raw JSON of `buyerData`: parsing would lose digits above 2^53. */
  source: string;
  normalize: boolean;
}

export interface TriggerReport {
  userId: string;
  /** The `webhook-id` of each call. */
  webhookId: string;
  attempted: number;
  failed: number;
  /** Ids of the subscriptions that this trigger ended. */
  ended: readonly string[];
  /** Error of recording subscription health. It does not fail the trigger, because the calls were made. */
  err?: unknown;
}

export interface TriggerAnswer {
  message: string;
  errors: { web_url: string; status: number | null; error: string }[];
  warnings?: FieldWarning[];
}

/** Outcomes caused by our own deadline or load say nothing about the receiver. */
const INTERNAL_OUTCOMES: ReadonlySet<Delivery['outcome']> = new Set(['aborted', 'busy', 'too_large']);
const GONE = 410;

/**
 * Sends a buyer record once to every URL of the key's user; recently failing ones come last. A 410 response
 * unsubscribes a URL. Failing receivers do not fail the trigger.
 * @throws AppError INVALID_API_KEY (401) for an invalid key, RATE_LIMIT_EXCEEDED (429), VALIDATION_ERROR (400)
 * without URLs, and RATE_LIMIT_EXCEEDED (429) at the user's limit of parallel triggers.
 */
export async function trigger(
  deps: TriggerDeps,
  { apiKey, buyerData, source, normalize }: TriggerRequest,
): Promise<TriggerAnswer> {
  const user = await userOfKey(deps, apiKey, invalidKey, [TRIGGER_LIMIT]);
  const subscriptions = await deps.subscriptions.list(user.id);
  if (subscriptions.length === 0) {
    throw new AppError('VALIDATION_ERROR', 'No webhook URLs are subscribed; subscribe one first');
  }
  const body = normalize ? normalizeBuyerData(source) : source;
  const webhookId = deps.newEventId();
  const deliveries = await deps.running.run(user.id, () => deliver(deps, user, subscriptions, { body, webhookId }));
  const errors = deliveries.flatMap(({ subscription, delivery }) => {
    const error = deliveryProblem(delivery);
    return error === null ? [] : [{ web_url: subscription.webUrl, status: delivery.status, error }];
  });
  const attempted = deliveries.filter(wasSent).length;
  const kept = await keep(deps, user.id, deliveries);
  deps.onSent({ userId: user.id, webhookId, attempted, failed: errors.length, ...kept });
  const warnings = buyerDataWarnings(buyerData);
  return {
    message: `Webhooks sent to ${attempted} URLs`,
    errors,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

interface Delivered {
  subscription: Subscription;
  delivery: Delivery;
}

const wasSent = ({ delivery }: Delivered): boolean => !INTERNAL_OUTCOMES.has(delivery.outcome);

async function deliver(
  { sender, deliverAll, timeoutMs }: TriggerDeps,
  { id, signingSecret }: AutomationUser,
  subscriptions: readonly Subscription[],
  event: { body: string; webhookId: string },
): Promise<Delivered[]> {
  const deliveries = await deliverAll(
    subscriptions.map(
      ({ webUrl }) =>
        (signal) =>
          sender.post({ ...event, url: webUrl, customer: id, signingSecret, timeoutMs, signal }),
    ),
  );
  return subscriptions.map((subscription, index) => ({ subscription, delivery: deliveries[index]! }));
}

async function keep(
  { subscriptions }: TriggerDeps,
  userId: string,
  deliveries: readonly Delivered[],
): Promise<Pick<TriggerReport, 'ended' | 'err'>> {
  const signs = new Map<string, SubscriptionSign>();
  for (const { subscription, delivery } of deliveries.filter(wasSent)) {
    const { outcome, status } = delivery;
    signs.set(subscription.id, status === GONE ? 'gone' : outcome === 'delivered' ? 'delivered' : 'failed');
  }
  try {
    return { ended: await subscriptions.record(userId, signs) };
  } catch (err) {
    return { ended: [], err };
  }
}
