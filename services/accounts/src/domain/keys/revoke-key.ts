import type { Actor } from '../ports.ts';
import { findKey } from './find-key.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/**
 * Revokes a key permanently; repeating it changes nothing.
 * @param reference the key's id, or its prefix as shown in lists.
 * @throws AppError NOT_FOUND for no match, VALIDATION_ERROR for several.
 */
export async function revokeKey(deps: { keys: KeyStore }, actor: Actor, reference: string): Promise<KeyRecord> {
  const { id } = await findKey(deps, reference);
  return deps.keys.revoke(actor, id);
}
