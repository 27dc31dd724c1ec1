import { editDistance } from '@plat/contracts';

/** Names with at least this many letters may have two typos, shorter ones one. */
const LETTERS_FOR_TWO_EDITS = 8;
/** Every two-letter name is within one edit of dozens of others. */
const MIN_NAME_LETTERS = 3;

/** Parts that distinguish street names: numbers (14TH, 15TH) and single letters (AVENUE H). */
const fixedParts = (name: string): string => (name.match(/\d+|\b[A-Z]\b/g) ?? []).join(' ');

const letterCount = (name: string): number => name.replace(/[^A-Z]/g, '').length;

/**
 * Typos between a written and a recorded street name: 1, or 2 if the recorded name has eight letters.
 * @returns null for no typo, for more, or if a number or a single letter differs.
 */
export function misspellingEdits(written: string, recorded: string): 1 | 2 | null {
  const letters = letterCount(recorded);
  const limit = letters >= LETTERS_FOR_TWO_EDITS ? 2 : 1;
  if (written === recorded || Math.abs(written.length - recorded.length) > limit) return null;
  if (letters < MIN_NAME_LETTERS || fixedParts(written) !== fixedParts(recorded)) return null;
  const edits = editDistance(written, recorded);
  return edits > limit ? null : (edits as 1 | 2);
}

/** One bit per letter or digit in a name; one edit changes at most two bits. */
function characterBits(name: string): number {
  let bits = 0;
  for (let at = 0; at < name.length; at++) bits |= 1 << (name.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

export interface NearName {
  name: string;
  edits: 1 | 2;
}

/** Finds misspelled street names. Names are grouped by length to compare only similar lengths. */
export class StreetNameIndex {
  private readonly byLength = new Map<number, { names: string[]; bits: number[] }>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const group = this.byLength.get(name.length) ?? { names: [], bits: [] };
      group.names.push(name);
      group.bits.push(characterBits(name));
      this.byLength.set(name.length, group);
    }
  }

  /** Recorded names of which `written` may be a misspelling, without itself. */
  near(written: string): NearName[] {
    const found: NearName[] = [];
    const bits = characterBits(written);
    for (let length = written.length - 2; length <= written.length + 2; length++) {
      const group = this.byLength.get(length);
      if (group === undefined) continue;
      for (let at = 0; at < group.names.length; at++) {
        if (bitCount(bits ^ (group.bits[at] as number)) > 4) continue;
        const name = group.names[at] as string;
        const edits = misspellingEdits(written, name);
        if (edits !== null) found.push({ name, edits });
      }
    }
    return found;
  }
}
