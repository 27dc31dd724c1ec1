import type { RegionImport, RegionState } from '../dataset/region-state.ts';
import { ALL_REGIONS } from '../dataset/tables.ts';

export interface MergedImport {
  /** The regions that change, each with the imports that it is now built from. */
  regions: Map<string, readonly RegionImport[]>;
  notes: string[];
}

/**
 * Adds an import to what the regions hold. The same files under a corrected mapping replace their earlier import, a
 * newly generated market the one before; real records replace the generated market of their states, which never
 * mixes into real records. A table of rents alone is no record of a property: it stays beside either.
 * @param added the import by region, with the fact files that it has there
 */
export function mergeImport(
  serving: ReadonlyMap<string, RegionState>,
  added: ReadonlyMap<string, RegionImport>,
): MergedImport {
  const regions = new Map<string, readonly RegionImport[]>();
  const notes: string[] = [];
  const all = [...added.values()];
  const isReplaced = (held: RegionImport): boolean =>
    all.some((one) => one.contentId === held.contentId || (one.isSample && held.isSample));

  for (const region of new Set([...serving.keys(), ...added.keys()])) {
    const held = serving.get(region)?.imports ?? [];
    const one = withHeldPin(added.get(region), held);
    const kept = held.filter((other) => !isReplaced(other));
    if (kept.length < held.length) notes.push(`${region}: the earlier import of the same records was replaced.`);
    if (one === undefined) {
      if (kept.length < held.length) regions.set(region, kept);
    } else if (region === ALL_REGIONS) {
      regions.set(region, [...kept, one]);
    } else if (one.isSample && kept.some(holdsRecords)) {
      notes.push(`${region} holds real records; the generated market was not added to it.`);
      if (kept.length < held.length) regions.set(region, kept);
    } else {
      const real = one.isSample || !holdsRecords(one) ? kept : kept.filter((other) => !other.isSample);
      if (real.length < kept.length) notes.push(`${region}: the imported records replaced the generated market.`);
      regions.set(region, [...real, one]);
    }
  }
  return { regions, notes };
}

/** The same files again bring no newer sales, so the day that they were pinned to stays unless a new one is given. */
function withHeldPin(added: RegionImport | undefined, held: readonly RegionImport[]): RegionImport | undefined {
  if (added === undefined || typeof added.pinnedDay === 'string') return added;
  const pinnedDay = held.find((other) => other.contentId === added.contentId)?.pinnedDay;
  return typeof pinnedDay === 'string' ? { ...added, pinnedDay } : added;
}

const holdsRecords = ({ files }: RegionImport): boolean => files.some(({ kind }) => kind !== 'rents');
