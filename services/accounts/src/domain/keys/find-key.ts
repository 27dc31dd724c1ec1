import { validationError } from '@plat/kit';
import { notFound } from '../not-found.ts';
import type { KeyRecord, KeyStore } from './ports.ts';

/**
 * The one key that is meant.
 * @param reference the key's id, or its prefix as lists show it.
 * @throws AppError NOT_FOUND when no key is meant, VALIDATION_ERROR when several are.
 */
export async function findKey(deps: { keys: KeyStore }, reference: string): Promise<KeyRecord> {
  const [record, ...others] = await deps.keys.find(reference);
  if (record === undefined) throw notFound('key', reference);
  if (others.length === 0) return record;
  throw validationError([{ field: 'key', problem: `${reference} is the beginning of several keys; give the id` }]);
}
