import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

const word = fc.stringMatching(/^[A-D]{0,7}$/);
/** Words one edit away from a word. */
function edited(from: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= from.length; at++) {
    const [before, rest] = [from.slice(0, at), from.slice(at)];
    for (const letter of 'ABCD') found.push(before + letter + rest, before + letter + rest.slice(1));
    found.push(before + rest.slice(1));
    if (rest.length > 1) found.push(`${before}${rest[1]}${rest[0]}${rest.slice(2)}`);
  }
  return found;
}

describe('the edit distance', () => {
  test.each([
    ['IRONWOOD', 'IRONWOOD', 0],
    ['IRONWOOD', 'IRNOWOOD', 1],
    ['IRONWOOD', 'IRNOWODO', 2],
    ['CA', 'ABC', 2],
    ['', 'ABC', 3],
    ['KITTEN', 'SITTING', 3],
  ])('of %p and %p is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is symmetric, zero only for equal words, and at most one for a single edit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        for (const near of edited(a)) expect(editDistance(a, near)).toBeLessThanOrEqual(1);
        if (a !== b) expect(editDistance(a, b) === 1).toBe(edited(a).includes(b));
      }),
      { numRuns: 300 },
    );
  });
});
