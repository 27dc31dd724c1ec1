import { AppError, validationError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import { MAX_OVERLAP_MS } from '../terms.ts';
import { generateApiKey } from './api-key.ts';
import type { CreatedKey, KeyMakingDeps } from './create-key.ts';
import { findKey } from './find-key.ts';

/**
 * Gives a key a new secret. The old one stops immediately, or after an overlap during which callers switch. Users,
 * plans and usage stay with the key.
 * @param reference the key's id, or its prefix as shown in lists.
 * @throws AppError VALIDATION_ERROR for a revoked key or an overlap above 30 days, NOT_FOUND for an unknown key.
 */
export async function rotateKey(
  deps: KeyMakingDeps,
  actor: Actor,
  reference: string,
  { overlapMs = 0 }: { overlapMs?: number } = {},
): Promise<CreatedKey> {
  if (!(overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS)) {
    throw validationError([{ field: 'overlap', problem: 'must be at most 30 days' }]);
  }
  const { id, kind, isTest, name, revokedAt } = await findKey(deps, reference);
  if (revokedAt !== null) throw new AppError('VALIDATION_ERROR', `The key ${name} is revoked and cannot be rotated`);
  const { key, prefix, sha256 } = generateApiKey({ kind, isTest }, deps.randomBytes);
  const record = await deps.keys.rotate(actor, id, { keyPrefix: prefix, keySha256: sha256 }, overlapMs);
  return { record, key };
}
