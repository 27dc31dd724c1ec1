/**
 * True if two words differ by at most one typo: one letter inserted, omitted, replaced, or two neighbours swapped
 * (optimal string alignment distance at most 1, in one pass).
 */
export function withinOneTypo(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** True if `typed` differs from the start of `name` by at most one typo. */
export const beginsWithinOneTypo = (typed: string, name: string): boolean =>
  name.startsWith(typed) ||
  withinOneTypo(typed, name.slice(0, typed.length)) ||
  withinOneTypo(typed, name.slice(0, typed.length - 1)) ||
  withinOneTypo(typed, name.slice(0, typed.length + 1));

/** The word and every spelling without one of its letters: two words one typo apart share one of them. */
function withOneLetterLess(word: string): string[] {
  const spellings = [word];
  for (let at = 0; at < word.length; at++) {
    if (at > 0 && word[at] === word[at - 1]) continue;
    spellings.push(word.slice(0, at) + word.slice(at + 1));
  }
  return spellings;
}

/** Finds words within one typo by shared spellings with one letter removed. */
export class TypoIndex {
  private readonly bySpelling = new Map<string, string | string[]>();

  constructor(words: Iterable<string>) {
    for (const word of words) for (const spelling of withOneLetterLess(word)) this.add(spelling, word);
  }

  private add(spelling: string, word: string): void {
    const known = this.bySpelling.get(spelling);
    if (known === undefined) this.bySpelling.set(spelling, word);
    else if (typeof known === 'string') this.bySpelling.set(spelling, [known, word]);
    else known.push(word);
  }

  /** Words one typo from `word`, without itself. Words under four letters have too many neighbours. */
  near(word: string): string[] {
    if (word.length < 4) return [];
    const found = new Set<string>();
    for (const spelling of withOneLetterLess(word)) {
      const words = this.bySpelling.get(spelling) ?? [];
      for (const candidate of typeof words === 'string' ? [words] : words) {
        if (candidate !== word && withinOneTypo(candidate, word)) found.add(candidate);
      }
    }
    return [...found];
  }
}
