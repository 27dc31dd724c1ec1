import type { RegionImport, RegionState } from '@plat/dataset';
import type { Realm } from '@plat/kit';

export interface MergedImport {
  /** The changed regions, each with the imports of its new build. */
  regions: Map<string, readonly RegionImport[]>;
  notes: string[];
}

/**
 * Adds an import to the imports of the regions. The same files under a corrected mapping replace their earlier
 * import. In the sample realm, which holds one market, an import replaces all others.
 * @param added the import by region, with its fact files there.
 */
export function mergeImport(
  realm: Realm,
  serving: ReadonlyMap<string, RegionState>,
  added: ReadonlyMap<string, RegionImport>,
): MergedImport {
  const regions = new Map<string, readonly RegionImport[]>();
  const notes: string[] = [];
  const contents = new Set([...added.values()].map(({ contentId }) => contentId));
  for (const region of new Set([...serving.keys(), ...added.keys()])) {
    const held = serving.get(region)?.imports ?? [];
    const kept = realm === 'sample' ? [] : held.filter((other) => !contents.has(other.contentId));
    const isReplaced = kept.length < held.length;
    if (isReplaced) notes.push(`${region}: the earlier import of the same records was replaced.`);
    const one = withHeldPin(added.get(region), held);
    if (one !== undefined) regions.set(region, [...kept, one]);
    else if (isReplaced) regions.set(region, kept);
  }
  return { regions, notes };
}

/** The same files have no newer sales, so their pinned day stays unless a new one is given. */
function withHeldPin(added: RegionImport | undefined, held: readonly RegionImport[]): RegionImport | undefined {
  if (added === undefined || typeof added.pinnedDay === 'string') return added;
  const pinnedDay = held.find((other) => other.contentId === added.contentId)?.pinnedDay;
  return typeof pinnedDay === 'string' ? { ...added, pinnedDay } : added;
}
