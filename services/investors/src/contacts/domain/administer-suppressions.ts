import type { Clock } from '@plat/kit';
import type { OwnList } from './own-lists.ts';
import type { SuppressionBook } from './ports.ts';
import type { SuppressionKind } from './suppression.ts';
import { type OwnSuppression, suppressionValue } from './suppression-entry.ts';

export interface SuppressionDeps {
  suppressions: SuppressionBook;
  clock: Pick<Clock, 'nowMs'>;
}

/** An opt-out as an operator enters it. */
export interface SuppressionText {
  kind: SuppressionKind;
  /** As typed. */
  text: string;
  /** ZIP code of a person; null for any ZIP code. */
  zip: string | null;
}

/**
 * Adds a number, an address or a person to one of our lists. It applies from the next read on, also to earlier results.
 * @returns the stored entry, and whether it is new
 * @throws AppError VALIDATION_ERROR (400) that names the mistake
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
 * Removes an entry from one of our lists, or from all. Lists of the dataset stay.
 * @returns the removed entries; empty when there was none
 * @throws AppError VALIDATION_ERROR (400) that names the mistake
 */
export const removeSuppression = (
  { suppressions }: Pick<SuppressionDeps, 'suppressions'>,
  { kind, text, zip }: SuppressionText,
  list: OwnList | null,
): Promise<OwnSuppression[]> => suppressions.remove(kind, suppressionValue(kind, text, zip), list);
