import type { WebhookDelivery } from '@plat/contracts';
import { deliveryProblem } from '@plat/egress';
import { webhookIdOf } from './deliver-webhook.ts';
import type { Attempt, AttemptOutcome, DeliveryRecord } from './ports.ts';

const OWN_PROBLEMS = {
  gone: 'what it is about is not kept any more; nothing was sent',
  revoked: 'the key was revoked or deactivated; nothing was sent',
  unsent: 'it could not be written on our side; nothing was sent',
} as const;

const isOwn = (outcome: AttemptOutcome): outcome is keyof typeof OWN_PROBLEMS => Object.hasOwn(OWN_PROBLEMS, outcome);

const problemOf = ({ outcome, ...attempt }: Attempt): string | null =>
  isOwn(outcome) ? OWN_PROBLEMS[outcome] : deliveryProblem({ outcome, ...attempt });

/** A delivery in the form of the interface. */
export const deliveryDocument = (delivery: DeliveryRecord): WebhookDelivery => ({
  delivery_id: delivery.id,
  webhook_id: webhookIdOf(delivery.id),
  event: delivery.event,
  url: delivery.url,
  search_id: delivery.searchId,
  deal_id: delivery.dealId,
  status: delivery.status,
  attempts: delivery.attempts.map((attempt) => ({
    at: attempt.at,
    status: attempt.status,
    error: problemOf(attempt),
    duration_ms: attempt.durationMs,
  })),
  next_attempt_at: delivery.nextAttemptAt,
  created_at: delivery.createdAt,
});
