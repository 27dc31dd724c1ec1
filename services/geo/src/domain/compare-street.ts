import type { StreetParts } from '@plat/records';

/**
 * Relation of written to recorded directionals. `moved`: the same on the other side of the name. `left_out`: the
 * record has more. `lacking`: the record has fewer. `contradicting`: they differ.
 */
export type DirectionalRelation = 'same' | 'moved' | 'left_out' | 'lacking' | 'contradicting';

const directionalsOf = ({ predirectional, postdirectional }: StreetParts): string[] =>
  [predirectional, postdirectional].filter((one) => one !== null).sort();

const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((one) => some.filter((other) => other === one).length <= all.filter((other) => other === one).length);

export function directionalRelation(written: StreetParts, recorded: StreetParts): DirectionalRelation {
  const { predirectional, postdirectional } = written;
  if (predirectional === recorded.predirectional && postdirectional === recorded.postdirectional) return 'same';
  const ofWritten = directionalsOf(written);
  const ofRecord = directionalsOf(recorded);
  if (ofWritten.join() === ofRecord.join()) return 'moved';
  if (includesAll(ofRecord, ofWritten)) return 'left_out';
  return includesAll(ofWritten, ofRecord) ? 'lacking' : 'contradicting';
}

/** True if a recorded street has every written directional. */
export const hasDirectionals = (written: StreetParts, recorded: StreetParts): boolean =>
  includesAll(directionalsOf(recorded), directionalsOf(written));

/** Distance of a written address from a record: its errors and omissions. Lower is better. */
export interface Fit {
  corrections: number;
  leftOut: number;
}

export const compareFits = (a: Fit, b: Fit): number => a.corrections - b.corrections || a.leftOut - b.leftOut;

/**
 * Compares directionals and suffixes of two streets, not names.
 * @returns null if a directional contradicts the record.
 */
export function fitOfStreet(written: StreetParts, recorded: StreetParts): Fit | null {
  const relation = directionalRelation(written, recorded);
  if (relation === 'contradicting') return null;
  const fit = { corrections: 0, leftOut: 0 };
  if (relation === 'left_out') fit.leftOut++;
  if (relation === 'moved' || relation === 'lacking') fit.corrections++;
  if (written.suffix === null && recorded.suffix !== null) fit.leftOut++;
  if (written.suffix !== null && written.suffix !== recorded.suffix) fit.corrections++;
  return fit;
}
