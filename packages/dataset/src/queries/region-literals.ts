/**
 * Regions as SQL literals: constants let the planner skip other partitions even in a generic plan. Throws on
 * anything that is not a region name.
 */
export function regionLiterals(regions: readonly string[]): string {
  for (const region of regions)
    if (!/^[A-Z]{2,3}$/.test(region)) throw new Error(`not a region: ${JSON.stringify(region)}`);
  return regions.map((region) => `'${region}'`).join(', ');
}
