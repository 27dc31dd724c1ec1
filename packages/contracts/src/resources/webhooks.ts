import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { type CheckSettings, callbackUrlProblem } from '../rules/callback-url.ts';

/** Events of webhooks: outcomes of buyer searches and of searches of the earlier API, and new or changed deals. */
export const WEBHOOK_EVENTS = [
  'buyer_search.completed',
  'buyer_search.failed',
  'legacy_search.completed',
  'deal.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WebhookSettings = Type.Object({
  signing_secret: Type.String({
    description: 'Signs every call as Standard Webhooks defines; keep it as secret as the key',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
  retries: Type.Boolean({
    description: 'Whether a failed call is retried for about three days; false: one attempt',
  }),
  deal_url: Nullable(Type.String(), {
    description: 'https URL of your CRM that receives every new or changed deal',
  }),
});
export type WebhookSettings = Static<typeof WebhookSettings>;

export const WebhookSettingsChange = Type.Object(
  {
    retries: Type.Optional(WebhookSettings.properties.retries),
    deal_url: Type.Optional(WebhookSettings.properties.deal_url),
    rotate_signing_secret: Type.Optional(
      Type.Boolean({ description: 'true: a new secret; the old one stays valid for 24 hours' }),
    ),
  },
  { minProperties: 1 },
);
export type WebhookSettingsChange = Static<typeof WebhookSettingsChange>;

export function usableDealUrl(
  { deal_url }: WebhookSettingsChange,
  _query: unknown,
  settings: CheckSettings,
): FieldProblem[] {
  const problem = typeof deal_url === 'string' ? callbackUrlProblem(deal_url, settings) : null;
  return problem === null ? [] : [{ field: 'deal_url', problem }];
}

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

export const WebhookAttempt = Type.Object({
  at: Timestamp,
  status: Nullable(Type.Integer(), { description: 'HTTP status of the receiver; null when there was no response' }),
  error: Nullable(Type.String({ description: 'Reason of the failure' })),
  duration_ms: Type.Integer({ minimum: 0 }),
});

export const WebhookDelivery = Type.Object({
  delivery_id: Uuid,
  webhook_id: Type.String({ description: 'The webhook-id header of all its calls' }),
  event: oneOf(WEBHOOK_EVENTS),
  url: Type.String(),
  search_id: Nullable(Uuid),
  deal_id: Nullable(Uuid),
  status: oneOf(WEBHOOK_DELIVERY_STATUSES),
  attempts: Type.Array(WebhookAttempt, { description: 'The last 20 at most, oldest first' }),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;
