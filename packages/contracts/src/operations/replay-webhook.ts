import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { WEBHOOK_POLICY } from '../policies.ts';
import { WebhookDelivery } from '../resources/webhooks.ts';

export const replayWebhook = defineEndpoint({
  operation: 'replayWebhook',
  service: 'investors',
  audience: 'public',
  method: 'POST',
  path: '/v1/webhook-deliveries/replay',
  aliases: ['/functions/v1/webhook-deliveries/replay'],
  summary: 'Send a webhook again',
  description:
    'Uses the same webhook-id, with contacts as they may be shown today. A finished webhook gets one more attempt; one waiting for a retry is sent now; one being sent is not sent twice.',
  tag: 'Webhooks',
  request: { body: Type.Object({ delivery_id: Type.String({ minLength: 1 }) }) },
  responses: { 202: WebhookDelivery },
  errors: errorsUnder(WEBHOOK_POLICY, INVALID_INPUT, { 404: ['NOT_FOUND'] }),
  policy: WEBHOOK_POLICY,
  example: { delivery_id: '3c5e7a91-0b2d-4e6f-8a1c-5d7f9b0e2a4c' },
});
