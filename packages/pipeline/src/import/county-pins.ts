/** The records of one county in one import. */
export interface CountyOfImport {
  countyKey: string;
  source: string;
  /** ISO 8601, UTC. */
  importedAt: string;
  /** The day of `--as-of`, YYYY-MM-DD; null without. */
  pinnedDay: string | null;
  /** YYYY-MM-DD; null without sales. */
  newestSale: string | null;
}

/** The records of one county in all imports. */
export interface CountyPin {
  /** YYYY-MM-DD; null if the newest sale decides. */
  pinnedDay: string | null;
  /** Oldest import first, each source once. */
  sources: string[];
  /** ISO 8601, UTC; of the newest import. */
  importedAt: string;
}

const later = (a: string | null, b: string | null): string | null => ((a ?? '') < (b ?? '') ? b : a);

/**
 * The pinned day of each county: the last `--as-of` of an import with records of the county, until an import
 * without `--as-of` brings sales newer than that day and all earlier sales (docs/rules/windows.md).
 * @param imports oldest first.
 */
export function pinnedCounties(imports: readonly CountyOfImport[]): Map<string, CountyPin> {
  const counties = new Map<string, CountyPin & { newestSale: string | null }>();
  for (const { countyKey, source, importedAt, pinnedDay, newestSale } of imports) {
    const held = counties.get(countyKey) ?? { pinnedDay: null, newestSale: null, sources: [], importedAt };
    const known = later(held.pinnedDay, held.newestSale);
    const isNewer = newestSale !== null && later(known, newestSale) !== known;
    counties.set(countyKey, {
      pinnedDay: pinnedDay ?? (isNewer ? null : held.pinnedDay),
      newestSale: later(held.newestSale, newestSale),
      sources: [...new Set([...held.sources, source])],
      importedAt: later(held.importedAt, importedAt)!,
    });
  }
  return counties;
}
