import { distance } from 'fastest-levenshtein';

/** Longer texts are not misspelled names. */
const MAX_CHARACTERS = 200;

/**
 * The candidate closest to a misspelled text, ignoring case and punctuation: at most a third of its characters
 * differ. Null if none is that close.
 */
export function closest(text: string, candidates: readonly string[]): string | null {
  const tidied = tidy(text);
  if (tidied === '') return null;
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(tidied, tidy(candidate)), length: tidy(candidate).length }))
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(tidied.length, best.length) / 3 ? best.candidate : null;
}

const tidy = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
