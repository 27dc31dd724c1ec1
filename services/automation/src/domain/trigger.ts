import { type Delivery, deliveryProblem } from '@plat/egress';
import { AppError } from '@plat/kit';
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

export type BuyerData = Readonly<Record<string, unknown>>;

export interface TriggerDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'list' | 'record'>;
  sender: Pick<WebhookSender, 'post'>;
  /** Makes calls within the time that a trigger has. */
  deliverAll(calls: readonly Call[]): Promise<Delivery[]>;
  running: RunningTriggers;
  /** Of one call. */
  timeoutMs: number;
  newEventId(): string;
  /** Hears what became of a trigger, for the operator. */
  onSent(report: TriggerReport): void;
}

export interface TriggerRequest {
  apiKey: string;
  buyerData: BuyerData;
  /** The JSON of `buyerData` as it came: parsed numbers beyond 2^53 lose digits. */
  source: string;
  normalize: boolean;
}

export interface TriggerReport {
  userId: string;
  /** As in the `webhook-id` of each call. */
  webhookId: string;
  attempted: number;
  failed: number;
  /** Ids of the subscriptions that ended with it. */
  ended: readonly string[];
  /** Why the health of the subscriptions could not be kept; that fails no trigger, for the calls were made. */
  err?: unknown;
}

export interface TriggerAnswer {
  message: string;
  errors: { web_url: string; status: number | null; error: string }[];
  warnings?: FieldWarning[];
}

/** What our own haste or load did says nothing of the receiver. */
const OUR_OUTCOMES: ReadonlySet<Delivery['outcome']> = new Set(['aborted', 'busy', 'too_large']);
const GONE = 410;

/**
 * Sends a buyer record to every URL of the key's user, once each; those that failed lately come last. A URL that answers
 * 410 is unsubscribed.
 * @throws AppError INVALID_API_KEY (401) for a key that is none, RATE_LIMIT_EXCEEDED (429), then VALIDATION_ERROR (400)
 * when no URL is subscribed (decision E.27), and 429 again while too many triggers of the user run. Receivers that fail are no error of the trigger (decision 95).
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

const wasSent = ({ delivery }: Delivered): boolean => !OUR_OUTCOMES.has(delivery.outcome);

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
