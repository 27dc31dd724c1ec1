/** Counts of a name's trigrams, with their Euclidean length. */
export interface TrigramProfile {
  counts: ReadonlyMap<string, number>;
  length: number;
  /** Numbers and Roman numerals of the name: HOMES I and HOMES II are different owners, however similar. */
  series: string;
}

const ROMAN = /^(?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIII|XIV|XV|XVI|XX)$/;
const LEGAL_END = /^(?:LLC|LP|LLP|INC|CORP|CO|LTD|TRUST|BORROWER|SERIES)$/;

function seriesOf(name: string): string {
  const words = name.split(' ');
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (/\d/.test(word)) found.push(word);
    else if (ROMAN.test(word) && at > 0) {
      const next = words[at + 1];
      // A single letter is a numeral only between a word and the legal form; elsewhere it is an initial.
      if (word.length > 1 || next === undefined ? word.length > 1 : LEGAL_END.test(next)) found.push(word);
    }
  }
  return found.join(' ');
}

/** Trigram profile of a normalised name, for comparing it with many others. */
export function trigramProfile(name: string): TrigramProfile {
  const padded = `  ${name} `;
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= padded.length; at++) {
    const piece = padded.slice(at, at + 3);
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return { counts, length: Math.sqrt(squares), series: seriesOf(name) };
}

/** Cosine of two profiles, 0 to 1; 0 when their series numbers differ. */
export function profileSimilarity(a: TrigramProfile, b: TrigramProfile): number {
  if (a.series !== b.series) return 0;
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let product = 0;
  for (const [piece, count] of small.counts) product += count * (large.counts.get(piece) ?? 0);
  return product === 0 ? 0 : Math.min(1, product / (a.length * b.length));
}

/**
 * Trigram cosine of two normalised names, 0 to 1 (docs/rules/buyers.md). Names with different series numbers give
 * 0.
 */
export const nameSimilarity = (a: string, b: string): number =>
  a === b ? 1 : profileSimilarity(trigramProfile(a), trigramProfile(b));
