import { Type } from '@sinclair/typebox';
import { Nullable, oneOf } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { WEBHOOK_POLICY } from '../policies.ts';
import { WEBHOOK_DELIVERY_STATUSES, WebhookDelivery } from '../resources/webhooks.ts';

export const WEBHOOK_DELIVERIES_PAGE_SIZE = 100;

export const webhookDeliveries = defineEndpoint({
  operation: 'webhookDeliveries',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/webhook-deliveries',
  aliases: ['/functions/v1/webhook-deliveries'],
  summary: 'List sent and waiting webhooks of the key, with every attempt',
  description: `Newest first, pages of at most ${WEBHOOK_DELIVERIES_PAGE_SIZE}; kept as long as the results that they report.`,
  tag: 'Webhooks',
  request: {
    query: Type.Object({
      status: Type.Optional(oneOf(WEBHOOK_DELIVERY_STATUSES, { description: 'List only deliveries of this status' })),
      cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the previous page' })),
    }),
  },
  responses: {
    200: Type.Object({
      deliveries: Type.Array(WebhookDelivery, { maxItems: WEBHOOK_DELIVERIES_PAGE_SIZE }),
      next_cursor: Nullable(Type.String({ description: 'Null on the last page' })),
    }),
  },
  errors: errorsUnder(WEBHOOK_POLICY, { 400: ['VALIDATION_ERROR'] }),
  policy: WEBHOOK_POLICY,
});
