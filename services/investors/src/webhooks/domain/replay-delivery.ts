import type { WebhookDelivery } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { deliveryDocument } from './delivery-document.ts';
import type { DeliveryLog } from './ports.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Sends a webhook once more; one that is about to be sent anyway is not queued twice.
 * @param keyId whose it must be; null takes anyone's.
 * @throws AppError NOT_FOUND (404), the same for an id that is unknown, malformed or another key's.
 */
export async function replayDelivery(
  log: Pick<DeliveryLog, 'replay'>,
  keyId: string | null,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = UUID.test(deliveryId) ? await log.replay(keyId, deliveryId) : null;
  if (delivery === null) throw new AppError('NOT_FOUND', 'There is no webhook delivery with that id');
  return deliveryDocument(delivery);
}
