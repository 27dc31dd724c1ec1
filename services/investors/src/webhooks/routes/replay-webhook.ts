import { replayWebhook } from '@plat/contracts';
import { operation, Reply } from '@plat/kit';
import type { InvestorsDeps } from '../../deps.ts';
import { replayDelivery } from '../domain/replay-delivery.ts';

/** `POST /v1/webhook-deliveries/replay` */
export const replayWebhookRoute = ({ deliveryLog }: InvestorsDeps) =>
  operation(
    replayWebhook,
    async ({ body, principal }) => new Reply(await replayDelivery(deliveryLog, principal.keyId, body.delivery_id), 202),
  );
