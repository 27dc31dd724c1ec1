import { normaliseOwnerName } from '@plat/records';
import type { OwnerNameReader } from '../domain/ports.ts';

/** Reads a recorded name by the rules of the records package. */
export const readOwnerName: OwnerNameReader = (recordedName) => {
  const { nameKey, kind, isEntity } = normaliseOwnerName(recordedName);
  return { nameKey, isTrust: kind === 'trust', isEntity };
};
