/** A multi-word spelling and its replacement. */
type Rewrite = readonly [from: readonly string[], to: readonly string[]];

/** Rewrites the first matching phrase at each position, longest phrases first. */
export class PhraseTable {
  private readonly byFirst = new Map<string, Rewrite[]>();

  /** @param rows spelling -> replacement (empty to drop), words separated by spaces. */
  constructor(rows: readonly (readonly [string, string])[]) {
    for (const [from, to] of rows) {
      const rewrite: Rewrite = [from.split(' '), to === '' ? [] : to.split(' ')];
      const first = rewrite[0][0] as string;
      this.byFirst.set(
        first,
        [...(this.byFirst.get(first) ?? []), rewrite].sort((a, b) => b[0].length - a[0].length),
      );
    }
  }

  /** The phrase that starts at `words[at]`, if any. */
  match(words: readonly string[], at: number): { length: number; replacement: readonly string[] } | null {
    const candidates = this.byFirst.get(words[at] as string);
    if (candidates === undefined) return null;
    for (const [from, to] of candidates) {
      let length = 1;
      while (length < from.length && words[at + length] === from[length]) length++;
      if (length === from.length) return { length, replacement: to };
    }
    return null;
  }

  rewrite(words: readonly string[]): string[] {
    const out: string[] = [];
    for (let at = 0; at < words.length; ) {
      const found = this.match(words, at);
      if (found === null) out.push(words[at++] as string);
      else {
        out.push(...found.replacement);
        at += found.length;
      }
    }
    return out;
  }

  /** True when any phrase occurs. */
  occursIn(words: readonly string[]): boolean {
    for (let at = 0; at < words.length; at++) if (this.match(words, at) !== null) return true;
    return false;
  }
}

export const dropping = (phrases: readonly string[]): [string, string][] => phrases.map((phrase) => [phrase, '']);
