/**
 * A statement for each region, combined by `union all`. No part crosses regions, so on several servers the one that
 * has a region answers its part alone (docs/adr/0022-scale-out.md). Without regions: the statement over no rows.
 * @param statement the part of one region, which may end with `order by` and `limit`
 */
export function ofEachRegion(regions: readonly string[], statement: (region: readonly string[]) => string): string {
  if (regions.length < 2) return statement(regions);
  return regions.map((region) => `(${statement([region])})`).join('\nunion all\n');
}
