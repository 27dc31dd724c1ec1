import { validationError } from '@plat/kit';
import { notFound } from '../not-found.ts';
import { parseApiKey } from './api-key.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/** The beginning of a key, and whatever was written behind it. */
const LONGER_THAN_PREFIX = /^(plat_[a-z]+_(?:test_)?.{6}).+$/s;

/**
 * The one key that is meant.
 * @param reference the key's id, its prefix as lists show it, or the whole key, now or before a rotation.
 * @throws AppError NOT_FOUND when no key is meant, VALIDATION_ERROR when several are.
 */
export async function findKey(deps: { keys: KeyStore }, reference: string): Promise<KeyRecord> {
  const [record, ...others] = await deps.keys.find(parseApiKey(reference)?.sha256 ?? reference);
  // Messages end up in logs and tickets: what may be a secret is not said again.
  if (record === undefined) throw notFound('key', reference.replace(LONGER_THAN_PREFIX, '$1...'));
  if (others.length === 0) return record;
  throw validationError([{ field: 'key', problem: `${reference} is the beginning of several keys; give the id` }]);
}
