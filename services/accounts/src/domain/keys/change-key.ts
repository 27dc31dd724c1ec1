import { AppError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import { authorizedEndpoints } from './authorized-endpoints.ts';
import { findKey } from './find-key.ts';
import { checkKeyTerms } from './key-problems.ts';
import type { KeyChange, KeyRecord, KeyStore } from './ports.ts';

/**
 * Changes a key; omitted fields stay. A revoked key cannot change.
 * @param reference the key's id, or its prefix as shown in lists.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND for an unknown key, seat or plan.
 */
export async function changeKey(
  deps: { keys: KeyStore },
  actor: Actor,
  reference: string,
  change: KeyChange,
): Promise<KeyRecord> {
  const { id, kind, name, revokedAt } = await findKey(deps, reference);
  if (revokedAt !== null) throw new AppError('VALIDATION_ERROR', `The key ${name} is revoked and cannot be changed`);
  checkKeyTerms(kind, { ...change, planIds: change.addPlanIds });
  return deps.keys.change(actor, id, {
    ...change,
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
    ...(change.authorizedEndpoints === undefined
      ? {}
      : { authorizedEndpoints: authorizedEndpoints(change.authorizedEndpoints) }),
  });
}
