import { type Delivery, deliveryProblem } from '@plat/egress';
import { AppError } from '@plat/kit';
import pLimit from 'p-limit';
import { buyerDataWarnings, type FieldWarning } from './buyer-data-warnings.ts';
import { TRIGGER_LIMIT } from './limits.ts';
import { normalizeBuyerData } from './normalize-buyer-data.ts';
import type { AutomationUser, Subscription, SubscriptionSign, SubscriptionStore, WebhookSender } from './ports.ts';
import { invalidKey, type KeyDeps, userOfKey } from './user-of-key.ts';

export type BuyerData = Readonly<Record<string, unknown>>;

/** How long a trigger may take, and with how many calls at the same time (decision 101). */
export interface TriggerBounds {
  timeoutMs: number;
  totalMs: number;
  parallel: number;
}

export const TRIGGER_BOUNDS: TriggerBounds = { timeoutMs: 10_000, totalMs: 25_000, parallel: 10 };

export interface TriggerDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'list' | 'record'>;
  sender: Pick<WebhookSender, 'post'>;
  bounds: TriggerBounds;
  newEventId(): string;
  /** Hears what became of subscriptions; a failure to keep it fails no trigger, for the calls were made. */
  onRecorded(outcome: { ended: readonly string[] } | { err: unknown }): void;
}

export interface TriggerAnswer {
  message: string;
  errors: { web_url: string; status: number | null; error: string }[];
  warnings?: FieldWarning[];
}

/** Of a URL that was not called, for the time was over. */
const NOT_CALLED: Delivery = { outcome: 'aborted', status: null, durationMs: 0 };
/** What our own haste or load did says nothing of the receiver. */
const OUR_OUTCOMES: ReadonlySet<Delivery['outcome']> = new Set(['aborted', 'busy', 'too_large']);
const GONE = 410;

/**
 * Sends a buyer record to every URL of the key's user, once each; those that failed lately come last. A URL that answers
 * 410 is unsubscribed.
 * @throws AppError INVALID_API_KEY (401) for a key that is none, RATE_LIMIT_EXCEEDED (429), then VALIDATION_ERROR (400)
 * when no URL is subscribed (decision E.27). Receivers that fail are no error of the trigger (decision 95).
 */
export async function trigger(
  deps: TriggerDeps,
  { apiKey, buyerData, normalize }: { apiKey: string; buyerData: BuyerData; normalize: boolean },
): Promise<TriggerAnswer> {
  const user = await userOfKey(deps, apiKey, invalidKey, [TRIGGER_LIMIT]);
  const subscriptions = await deps.subscriptions.list(user.id);
  if (subscriptions.length === 0) {
    throw new AppError('VALIDATION_ERROR', 'No webhook URLs are subscribed; subscribe one first');
  }
  const body = JSON.stringify(normalize ? normalizeBuyerData(buyerData) : buyerData);
  const { deliveries, attempted } = await deliverAll(deps, user, subscriptions, body);
  await keep(deps, user.id, deliveries);
  const warnings = buyerDataWarnings(buyerData);
  return {
    message: `Webhooks sent to ${attempted} URLs`,
    errors: subscriptions.flatMap(({ id, webUrl }) => {
      const { status, ...rest } = deliveries.get(id) ?? NOT_CALLED;
      const error = deliveryProblem({ status, ...rest });
      return error === null ? [] : [{ web_url: webUrl, status, error }];
    }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

type Deliveries = ReadonlyMap<string, Delivery>;

async function deliverAll(
  { sender, bounds, newEventId }: TriggerDeps,
  user: AutomationUser,
  subscriptions: readonly Subscription[],
  body: string,
): Promise<{ deliveries: Deliveries; attempted: number }> {
  const webhookId = newEventId();
  const signal = AbortSignal.timeout(bounds.totalMs);
  const inTurn = pLimit(bounds.parallel);
  const deliveries = new Map<string, Delivery>();
  let attempted = 0;
  await Promise.all(
    subscriptions.map(({ id, webUrl }) =>
      inTurn(async () => {
        if (signal.aborted) return;
        attempted += 1;
        const { timeoutMs } = bounds;
        const request = { url: webUrl, body, webhookId, signingSecret: user.signingSecret, timeoutMs, signal };
        deliveries.set(id, await sender.post(request));
      }),
    ),
  );
  return { deliveries, attempted };
}

async function keep(deps: TriggerDeps, userId: string, deliveries: Deliveries): Promise<void> {
  const signs = new Map<string, SubscriptionSign>();
  for (const [id, { outcome, status }] of deliveries) {
    if (OUR_OUTCOMES.has(outcome)) continue;
    signs.set(id, status === GONE ? 'gone' : outcome === 'delivered' ? 'delivered' : 'failed');
  }
  try {
    const ended = await deps.subscriptions.record(userId, signs);
    if (ended.length > 0) deps.onRecorded({ ended });
  } catch (err) {
    deps.onRecorded({ err });
  }
}
