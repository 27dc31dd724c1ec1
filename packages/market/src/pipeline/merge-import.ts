import type { RegionImport, RegionState } from '../dataset/region-state.ts';
import { ALL_REGIONS } from '../dataset/tables.ts';

export interface MergedImport {
  /** The regions that change, each with the imports that it is now built from. */
  regions: Map<string, readonly RegionImport[]>;
  notes: string[];
}

/**
 * Adds an import to what its regions hold. The same files under a corrected mapping replace their earlier import;
 * real records replace the generated market of their states; the generated market never mixes into real records.
 */
export function mergeImport(
  serving: ReadonlyMap<string, RegionState>,
  added: ReadonlyMap<string, RegionImport>,
): MergedImport {
  const regions = new Map<string, readonly RegionImport[]>();
  const notes: string[] = [];
  for (const [region, one] of added) {
    const held = serving.get(region)?.imports ?? [];
    const isReal = held.some((other) => !other.isSample);
    if (region !== ALL_REGIONS && one.isSample && isReal) {
      notes.push(`${region} holds real records; the generated market was not added to it.`);
      continue;
    }
    const kept = held.filter((other) => other.contentId !== one.contentId);
    if (kept.length < held.length) notes.push(`${region}: replaced the earlier import of the same files.`);
    const real = region === ALL_REGIONS || one.isSample ? kept : kept.filter((other) => !other.isSample);
    if (real.length < kept.length) notes.push(`${region}: the imported records replaced the generated market.`);
    regions.set(region, [...real, one]);
  }
  // A correction of the mapping may no longer give rows to a region that the earlier import filled.
  const contentIds = new Set([...added.values()].map((one) => one.contentId));
  for (const [region, { imports }] of serving) {
    if (added.has(region)) continue;
    const kept = imports.filter((one) => !contentIds.has(one.contentId));
    if (kept.length === imports.length) continue;
    notes.push(`${region}: removed the earlier import of the same files.`);
    regions.set(region, kept);
  }
  return { regions, notes };
}
