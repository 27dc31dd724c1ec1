/** Disjoint sets of integers, created on first use. */
export class UnionFind {
  readonly #parents = new Map<number, number>();
  /** Number of joins that merged two sets. */
  joins = 0;

  find(item: number): number {
    let root = item;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    let at = item;
    while (at !== root) {
      const next = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = next;
    }
    this.#parents.set(root, root);
    return root;
  }

  /** The smaller root stays, so a set's root is its smallest member. */
  join(left: number, right: number): void {
    const a = this.find(left);
    const b = this.find(right);
    if (a === b) return;
    this.#parents.set(Math.max(a, b), Math.min(a, b));
    this.joins++;
  }

  /** Every set, members ascending, ordered by the smallest member. */
  groups(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (const item of [...this.#parents.keys()].sort((a, b) => a - b)) {
      const root = this.find(item);
      const group = byRoot.get(root);
      if (group === undefined) byRoot.set(root, [item]);
      else group.push(item);
    }
    return [...byRoot.values()];
  }
}
