import { replayWebhook } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import type { WebhooksDeps } from '../deps.ts';
import { replayDelivery } from '../domain/replay-delivery.ts';

/** `POST /v1/webhook-deliveries/replay` */
export const replayWebhookRoute = ({ deliveryLog }: WebhooksDeps) =>
  operation(
    replayWebhook,
    async ({ body, principal }) => new Reply(await replayDelivery(deliveryLog, principal.keyId, body.delivery_id), 202),
  );
