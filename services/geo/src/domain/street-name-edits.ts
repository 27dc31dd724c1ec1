/** Names with at least this many letters may hold two typing errors, shorter ones a single one. */
const LETTERS_FOR_TWO_EDITS = 8;
/** Every name of two letters is within one edit of dozens of others. */
const FEWEST_LETTERS = 3;

/**
 * Damerau-Levenshtein distance (Lowrance and Wagner 1975): letters inserted, left out or replaced, and neighbours
 * swapped, each counted once.
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 2;
  const far = a.length + b.length;
  const cost = new Int32Array((a.length + 2) * width);
  const at = (row: number, column: number): number => cost[row * width + column] as number;
  cost[0] = far;
  for (let row = 0; row <= a.length; row++) {
    cost[(row + 1) * width] = far;
    cost[(row + 1) * width + 1] = row;
  }
  for (let column = 0; column <= b.length; column++) {
    cost[column + 1] = far;
    cost[width + column + 1] = column;
  }
  const lastRowOf = new Map<string, number>();
  for (let row = 1; row <= a.length; row++) {
    let lastColumn = 0;
    for (let column = 1; column <= b.length; column++) {
      const swapRow = lastRowOf.get(b[column - 1] as string) ?? 0;
      const swapColumn = lastColumn;
      const isEqual = a[row - 1] === b[column - 1];
      if (isEqual) lastColumn = column;
      cost[(row + 1) * width + column + 1] = Math.min(
        at(row, column) + (isEqual ? 0 : 1),
        at(row + 1, column) + 1,
        at(row, column + 1) + 1,
        at(swapRow, swapColumn) + (row - swapRow - 1) + 1 + (column - swapColumn - 1),
      );
    }
    lastRowOf.set(a[row - 1] as string, row);
  }
  return at(a.length + 1, b.length + 1);
}

/** The parts of a name that name another street when they differ: numbers (14TH, 15TH) and single letters (AVENUE H). */
const fixedParts = (name: string): string => (name.match(/\d+|\b[A-Z]\b/g) ?? []).join(' ');

const letterCount = (name: string): number => name.replace(/[^A-Z]/g, '').length;

/**
 * Typing errors between a street name as written and as recorded: 1, or 2 when the recorded name has eight letters.
 * @returns null when they are more or none, or when a number or a single letter differs.
 */
export function misspellingEdits(written: string, recorded: string): 1 | 2 | null {
  const letters = letterCount(recorded);
  const limit = letters >= LETTERS_FOR_TWO_EDITS ? 2 : 1;
  if (written === recorded || Math.abs(written.length - recorded.length) > limit) return null;
  if (letters < FEWEST_LETTERS || fixedParts(written) !== fixedParts(recorded)) return null;
  const edits = editDistance(written, recorded);
  return edits > limit ? null : (edits as 1 | 2);
}

/** One bit for each letter or digit that a name holds; one edit changes at most two of them. */
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

/** Finds misspelled street names. Names are kept by length, so that a search compares only those of about its own. */
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

  /** Recorded names that `written` may be a misspelling of; itself left out. */
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
