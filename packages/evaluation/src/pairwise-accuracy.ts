/** Linked pairs compared with labelled pairs. */
export interface PairwiseAccuracy {
  sample_size: number;
  /** Pairs with the same owner by label. */
  same: number;
  /** Linked pairs. */
  linked: number;
  /** Correctly linked pairs. */
  linked_rightly: number;
  /** Share of linked pairs with the same owner; 1 if none was linked. */
  precision: number;
  /** Share of the same owner's pairs that were linked; 1 if there are none. */
  recall: number;
}

/** Pairwise precision and recall. */
export function pairwiseAccuracy(pairs: readonly { same: boolean; linked: boolean }[]): PairwiseAccuracy {
  const same = pairs.filter((pair) => pair.same).length;
  const linked = pairs.filter((pair) => pair.linked).length;
  const rightly = pairs.filter((pair) => pair.same && pair.linked).length;
  return {
    sample_size: pairs.length,
    same,
    linked,
    linked_rightly: rightly,
    precision: linked === 0 ? 1 : rightly / linked,
    recall: same === 0 ? 1 : rightly / same,
  };
}
