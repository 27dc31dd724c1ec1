import { Type } from '@sinclair/typebox';
import { oneOf } from '../common.ts';
import { WEBHOOK_DELIVERY_STATUSES, WebhookDelivery } from '../resources/webhooks.ts';
import { defineAdminOperation, EVERYONE, OPERATORS } from './operation.ts';
import { pageOf } from './paging.ts';

const shared = { tag: 'Webhooks', path: '/admin/v1/webhooks' } as const;

export const listWebhooks = defineAdminOperation({
  ...shared,
  operation: 'listWebhooks',
  method: 'GET',
  summary: 'List webhooks of a key with their attempts, newest first',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      key: Type.String({ description: 'Id or prefix' }),
      status: Type.Optional(oneOf(WEBHOOK_DELIVERY_STATUSES)),
      cursor: Type.Optional(Type.String()),
    }),
  },
  status: 200,
  answer: pageOf('deliveries', WebhookDelivery),
  errors: ['NOT_FOUND'],
});

export const replayWebhookDelivery = defineAdminOperation({
  ...shared,
  operation: 'replayWebhookDelivery',
  method: 'POST',
  path: '/admin/v1/webhooks/replay',
  summary: 'Send a webhook again',
  roles: OPERATORS,
  request: { query: Type.Object({ delivery_id: Type.String() }) },
  status: 202,
  answer: WebhookDelivery,
  errors: ['NOT_FOUND'],
});

export const replayFailedWebhooks = defineAdminOperation({
  ...shared,
  operation: 'replayFailedWebhooks',
  method: 'POST',
  path: '/admin/v1/webhooks/replay-failed',
  summary: 'Send every failed webhook of a key once more',
  roles: OPERATORS,
  request: { query: Type.Object({ key: Type.String({ description: 'Id or prefix' }) }) },
  status: 202,
  answer: Type.Object({ replayed: Type.Integer({ minimum: 0 }) }),
  errors: ['NOT_FOUND'],
});
