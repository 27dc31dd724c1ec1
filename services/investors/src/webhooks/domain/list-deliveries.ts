import { WEBHOOK_DELIVERIES_PAGE_SIZE, type WebhookDelivery, type WebhookDeliveryStatus } from '@plat/contracts';
import { readDeliveryCursor, writeDeliveryCursor } from './delivery-cursor.ts';
import { deliveryDocument } from './delivery-document.ts';
import type { DeliveryLog } from './ports.ts';

/**
 * One page of the webhooks of a key, newest first.
 * @throws AppError VALIDATION_ERROR (400) for an invalid cursor
 */
export async function listDeliveries(
  log: Pick<DeliveryLog, 'list'>,
  keyId: string,
  { status, cursor }: { status?: WebhookDeliveryStatus; cursor?: string },
): Promise<{ deliveries: WebhookDelivery[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : readDeliveryCursor(cursor);
  const page = await log.list(keyId, { status: status ?? null, after, limit: WEBHOOK_DELIVERIES_PAGE_SIZE });
  return {
    deliveries: page.deliveries.map(deliveryDocument),
    next_cursor: page.end === null ? null : writeDeliveryCursor(page.end),
  };
}
