import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { type CheckSettings, callbackUrlProblem } from '../rules/callback-url.ts';

/** What webhooks tell: outcomes of buyer searches, of searches of the earlier API, and deals that were made or changed. */
export const WEBHOOK_EVENTS = [
  'buyer_search.completed',
  'buyer_search.failed',
  'legacy_search.completed',
  'deal.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WebhookSettings = Type.Object({
  signing_secret: Type.String({
    description: 'Signs every call as Standard Webhooks do; keep it as you keep the key',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
  retries: Type.Boolean({
    description: 'Whether a call that fails is tried again for about three days; false: one attempt',
  }),
  deal_url: Nullable(Type.String(), {
    description: 'https URL of your CRM that is told of every deal that is made or changed',
  }),
});
export type WebhookSettings = Static<typeof WebhookSettings>;

export const WebhookSettingsChange = Type.Object(
  {
    retries: Type.Optional(WebhookSettings.properties.retries),
    deal_url: Type.Optional(WebhookSettings.properties.deal_url),
    rotate_signing_secret: Type.Optional(
      Type.Boolean({ description: 'true: a new secret; the one before signs too for a day' }),
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
  status: Nullable(Type.Integer(), { description: 'HTTP status of the receiver; null when there was no answer' }),
  error: Nullable(Type.String({ description: 'Why it failed' })),
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
