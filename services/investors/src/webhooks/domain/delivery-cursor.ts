import { validationError } from '@plat/kit';
import type { DeliveryPlace } from './ports.ts';

const PLACE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export const writeDeliveryCursor = ({ createdAt, id }: DeliveryPlace): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url');

/** @throws AppError VALIDATION_ERROR (400) for an invalid cursor */
export function readDeliveryCursor(cursor: string): DeliveryPlace {
  const [, createdAt, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt !== undefined && id !== undefined && !Number.isNaN(Date.parse(createdAt))) {
    const place = { createdAt, id };
    if (writeDeliveryCursor(place) === cursor) return place;
  }
  throw validationError([{ field: 'cursor', problem: 'must be the next_cursor of an earlier page' }]);
}
