import { AppError } from '@plat/kit';
import type { KeyEpochs } from '@plat/limits';
import type { KeyStore } from './ports.ts';

export interface RevokedKey {
  id: string;
  name: string;
  revokedAt: string;
  /** False when a running process did not confirm in time that it no longer accepts the key. */
  confirmed: boolean;
}

/**
 * Revokes a key for good, on every replica before it returns; revoking it again changes nothing.
 * @param reference the key's id, or its prefix as lists show it.
 * @throws AppError NOT_FOUND when no key is meant, VALIDATION_ERROR when several are.
 */
export async function revokeKey(deps: { store: KeyStore; epochs: KeyEpochs }, reference: string): Promise<RevokedKey> {
  const [record, ...others] = await deps.store.find(reference);
  if (record === undefined) throw new AppError('NOT_FOUND', `There is no key ${reference}`);
  if (others.length > 0) throw new AppError('VALIDATION_ERROR', `Several keys begin with ${reference}; give the id`);
  const { revokedAt, confirmed } = await deps.store.revoke(record.id);
  // After the commit: a replica that asks again because of the new epoch must find the key revoked.
  await deps.epochs.advance(record.id);
  return { id: record.id, name: record.name, revokedAt, confirmed };
}
