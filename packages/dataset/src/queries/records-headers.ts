import type { DatedCounty, RecordsWindow } from './counties.ts';

/** Completeness of the records around a point: `partial` has no prices, no owner names or no coordinates at all. */
export type RecordsCoverage = 'full' | 'partial' | 'none';

/** Closed listings count as prices. */
export function coverageOf(county: DatedCounty | null): RecordsCoverage {
  if (county === null) return 'none';
  const { has_prices, share_with_owner, share_with_coordinates } = county;
  return has_prices && share_with_owner > 0 && share_with_coordinates > 0 ? 'full' : 'partial';
}

/**
 * Headers of a successful response about a location: the day that windows count back from, and what the records
 * lack.
 */
export function recordsHeaders({ county }: RecordsWindow): Record<string, string> {
  const through = county?.records_through ?? null;
  return {
    'x-coverage': coverageOf(county),
    ...(through === null ? {} : { 'x-records-through': through }),
    ...(county?.is_stale ? { 'x-records-stale': 'true' } : {}),
  };
}
