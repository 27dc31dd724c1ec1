import { type Booster, LEAF } from './booster.ts';

/**
 * Several boosters over the same features, packed for many predictions: each node is four adjacent words, and a
 * comparison decides the child without a branch. Predictions equal those of `predictRow` bit by bit.
 */
export interface PackedTrees {
  boosters: { base: number; roots: Int32Array }[];
  /** Words of a node: feature, threshold (as float), first child, unused. */
  words: Int32Array;
  floats: Float32Array;
  features: number;
}

const WORDS_OF_NODE = 4;
/** Greater than every value: the threshold that only missing values exceed. */
const LARGEST = Math.fround(3.402_823_4e38);

export function packTrees(boosters: readonly Booster[], features: number): PackedTrees {
  const nodes = boosters.reduce((sum, { feature }) => sum + feature.length, 0);
  const words = new Int32Array(nodes * WORDS_OF_NODE);
  const floats = new Float32Array(words.buffer);
  let first = 0;
  const packed = boosters.map(({ base, roots, feature, threshold, left, missingLeft }) => {
    for (let node = 0; node < feature.length; node++) {
      const at = (first + node) * WORDS_OF_NODE;
      // A feature whose missing values go right is read from the second half of the row.
      words[at] = feature[node] === LEAF ? LEAF : feature[node]! + (missingLeft[node] === 1 ? 0 : features);
      floats[at + 1] = feature[node] === LEAF ? threshold[node]! : Math.min(threshold[node]!, LARGEST);
      words[at + 2] = (first + left[node]!) * WORDS_OF_NODE;
    }
    const packedRoots = roots.map((root) => (first + root) * WORDS_OF_NODE);
    first += feature.length;
    return { base, roots: packedRoots };
  });
  return { boosters: packed, words, floats, features };
}

/** A row twice as long for `predictPacked`: missing values are the least number, then the greatest. */
export function spreadRow(row: Float64Array, into: Float64Array): void {
  for (let at = 0; at < row.length; at++) {
    const value = row[at]!;
    const isMissing = Number.isNaN(value);
    into[at] = isMissing ? Number.NEGATIVE_INFINITY : value;
    into[row.length + at] = isMissing ? Number.POSITIVE_INFINITY : value;
  }
}

/** Prediction of one of the boosters for a row of `spreadRow`. */
export function predictPacked({ boosters, words, floats }: PackedTrees, booster: number, spread: Float64Array): number {
  const { base, roots } = boosters[booster]!;
  let sum = base;
  for (let tree = 0; tree < roots.length; tree++) {
    let at = roots[tree]!;
    for (let column = words[at]!; column !== LEAF; column = words[at]!) {
      at = words[at + 2]! + (Number(spread[column]! > floats[at + 1]!) << 2);
    }
    sum += floats[at + 1]!;
  }
  return sum;
}
