/** Maps each rank to its position among the given distinct ranks: 1 to n without gaps. */
export function denseRanks(ranks: readonly number[]): ReadonlyMap<number, number> {
  const ascending = ranks.toSorted((a, b) => a - b);
  return new Map(ascending.map((rank, index) => [rank, index + 1]));
}
