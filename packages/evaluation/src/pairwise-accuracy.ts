/** How pairs that were linked compare with pairs that are one owner's. */
export interface PairwiseAccuracy {
  sample_size: number;
  /** Pairs that are the same owner's, by label. */
  same: number;
  /** Pairs that were linked. */
  linked: number;
  /** Pairs that were linked, and rightly so. */
  linked_rightly: number;
  /** Share of linked pairs that are the same owner's; 1 when none was linked, for then nothing wrong was said. */
  precision: number;
  /** Share of the same owner's pairs that were linked; 1 when there are none to find. */
  recall: number;
}

/** Pairwise precision and recall. */
export function pairwiseAccuracy(pairs: readonly { same: boolean; linked: boolean }[]): PairwiseAccuracy {
  const same = pairs.filter((pair) => pair.same).length;
  const linked = pairs.filter((pair) => pair.linked).length;
  const rightly = pairs.filter((pair) => pair.same && pair.linked).length;
  return {
    ...{ sample_size: pairs.length, same, linked, linked_rightly: rightly },
    precision: linked === 0 ? 1 : rightly / linked,
    recall: same === 0 ? 1 : rightly / same,
  };
}
