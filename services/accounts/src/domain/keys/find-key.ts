import { validationError } from '@plat/kit';
import { notFound } from '../not-found.ts';
import { parseApiKey } from './api-key.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/** The prefix of a key, followed by anything. */
const LONGER_THAN_PREFIX = /^(plat_[a-z]+_(?:test_)?.{6}).+$/s;

/**
 * Finds exactly one key.
 * @param reference the key's id, its prefix as shown in lists, or a current or former secret.
 * @throws AppError NOT_FOUND for no match, VALIDATION_ERROR for several.
 */
export async function findKey(deps: { keys: KeyStore }, reference: string): Promise<KeyRecord> {
  const [record, ...others] = await deps.keys.find(parseApiKey(reference)?.sha256 ?? reference);
  // Messages reach logs and tickets, so a possible secret is cut off.
  if (record === undefined) throw notFound('key', reference.replace(LONGER_THAN_PREFIX, '$1...'));
  if (others.length === 0) return record;
  throw validationError([{ field: 'key', problem: `${reference} is the beginning of several keys; give the id` }]);
}
