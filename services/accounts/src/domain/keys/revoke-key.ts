import type { Actor } from '../ports.ts';
import { findKey } from './find-key.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/**
 * Revokes a key for good; revoking it again changes nothing.
 * @param reference the key's id, or its prefix as lists show it.
 * @throws AppError NOT_FOUND when no key is meant, VALIDATION_ERROR when several are.
 */
export async function revokeKey(deps: { keys: KeyStore }, actor: Actor, reference: string): Promise<KeyRecord> {
  const { id } = await findKey(deps, reference);
  return deps.keys.revoke(actor, id);
}
