import type { DatedCounty, RecordsWindow } from './counties.ts';

/** What the records around a point have: `partial` lacks prices, owner names or coordinates altogether. */
export type RecordsCoverage = 'full' | 'partial' | 'none';

/** Closed listings count as prices. */
export function coverageOf(county: DatedCounty | null): RecordsCoverage {
  if (county === null) return 'none';
  const { has_prices, share_with_owner, share_with_coordinates } = county;
  return has_prices && share_with_owner > 0 && share_with_coordinates > 0 ? 'full' : 'partial';
}

/** Headers of a successful answer about a location: what its windows counted back from, and what the records lack. */
export function recordsHeaders({ county }: RecordsWindow): Record<string, string> {
  const through = county?.records_through ?? null;
  return {
    'x-coverage': coverageOf(county),
    ...(through === null ? {} : { 'x-records-through': through }),
    ...(county?.is_stale ? { 'x-records-stale': 'true' } : {}),
  };
}
