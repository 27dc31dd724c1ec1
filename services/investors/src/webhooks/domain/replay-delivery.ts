import { isUuid, type WebhookDelivery } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { deliveryDocument } from './delivery-document.ts';
import type { DeliveryLog } from './ports.ts';

/**
 * Sends a webhook again; one that is already due is not queued twice.
 * @param keyId the owner; null for any key
 * @throws AppError NOT_FOUND (404), the same for an unknown or malformed id and for another key's
 */
export async function replayDelivery(
  log: Pick<DeliveryLog, 'replay'>,
  keyId: string | null,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = isUuid(deliveryId) ? await log.replay(keyId, deliveryId) : null;
  if (delivery === null) throw new AppError('NOT_FOUND', 'There is no webhook delivery with that id');
  return deliveryDocument(delivery);
}

/** Sends every failed webhook of a key once more. @returns how many */
export const replayFailedDeliveries = (log: Pick<DeliveryLog, 'replayFailed'>, keyId: string): Promise<number> =>
  log.replayFailed(keyId);
