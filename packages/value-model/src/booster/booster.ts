/**
 * A sum of regression trees in flat arrays. Node `i` with `feature[i]` >= 0 sends a row left if its value is at
 * most `threshold[i]`, or missing while `missingLeft[i]` is 1. Its children are nodes `left[i]` and `left[i] + 1`.
 * A node with feature -1 is a leaf with value `threshold[i]`.
 */
export interface Booster {
  /** Prediction before any tree. */
  base: number;
  /** First node of each tree. */
  roots: Int32Array;
  feature: Int16Array;
  threshold: Float32Array;
  left: Int32Array;
  missingLeft: Uint8Array;
}

export const LEAF = -1;

/** Prediction for one row of features, in the order of training; NaN is a missing value. */
export function predictRow(booster: Booster, row: Float64Array | Float32Array): number {
  const { roots, feature, threshold, left, missingLeft } = booster;
  let sum = booster.base;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree]!;
    let column = feature[node]!;
    while (column !== LEAF) {
      const value = row[column]!;
      // A comparison with NaN is false, so a missing value reaches the second condition.
      const goesLeft = value <= threshold[node]! || (missingLeft[node] === 1 && Number.isNaN(value));
      node = left[node]! + (goesLeft ? 0 : 1);
      column = feature[node]!;
    }
    sum += threshold[node]!;
  }
  return sum;
}
