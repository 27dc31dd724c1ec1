import type { Clock } from '@plat/kit';
import type { SuppressionBook } from '../../search/index.ts';
import type { OwnList } from './own-lists.ts';
import type { SuppressionKind } from './suppression.ts';
import { type OwnSuppression, suppressionValue } from './suppression-entry.ts';

export interface SuppressionDeps {
  suppressions: SuppressionBook;
  clock: Pick<Clock, 'nowMs'>;
}

/** How an operator names whom a wish is about. */
export interface SuppressionText {
  kind: SuppressionKind;
  /** As written. */
  text: string;
  /** Of a person; null for any ZIP code. */
  zip: string | null;
}

/**
 * Puts a number, an address or a person on a list of our own. It holds from the next read on, of earlier results too.
 * @returns the entry as kept, and whether it is new.
 * @throws AppError VALIDATION_ERROR (400) naming what is wrong.
 */
export async function addSuppression(
  { suppressions, clock }: SuppressionDeps,
  { kind, text, zip }: SuppressionText,
  { list, note, createdBy }: Pick<OwnSuppression, 'list' | 'note' | 'createdBy'>,
): Promise<{ entry: OwnSuppression; added: boolean }> {
  const value = suppressionValue(kind, text, zip);
  const entry = { kind, value, list, note, createdBy, createdAt: new Date(clock.nowMs()).toISOString() };
  return { entry, added: await suppressions.add(entry) };
}

/**
 * Takes an entry back, from one list or from all. Lists of the dataset are not touched.
 * @returns what was taken back; empty when there was no such entry.
 * @throws AppError VALIDATION_ERROR (400) naming what is wrong.
 */
export const removeSuppression = (
  { suppressions }: Pick<SuppressionDeps, 'suppressions'>,
  { kind, text, zip }: SuppressionText,
  list: OwnList | null,
): Promise<OwnSuppression[]> => suppressions.remove(kind, suppressionValue(kind, text, zip), list);
