import { webhookDeliveries } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { WebhooksDeps } from '../deps.ts';
import { listDeliveries } from '../domain/list-deliveries.ts';

/** `GET /v1/webhook-deliveries` */
export const webhookDeliveriesRoute = ({ deliveryLog }: WebhooksDeps) =>
  operation(webhookDeliveries, ({ query, principal }) => listDeliveries(deliveryLog, principal.keyId, query));
