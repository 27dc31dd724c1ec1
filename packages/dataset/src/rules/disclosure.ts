/** States where sale prices are not public record (docs/rules/values.md). */
export const NON_DISCLOSURE_STATES: ReadonlySet<string> = new Set([
  'AK',
  'ID',
  'KS',
  'LA',
  'MS',
  'MO',
  'MT',
  'NM',
  'ND',
  'TX',
  'UT',
  'WY',
]);

/**
 * Counties of those states that collect and publish sale prices, by FIPS code. Missouri: certificates of value in
 * St. Louis County and City, St. Charles and Jackson County.
 */
export const PUBLISHING_COUNTIES: ReadonlySet<string> = new Set(['29189', '29510', '29183', '29095']);

/** True when a sale price of this county is public record. `fips` is null for an unknown county. */
export function disclosesPrices(state: string, fips: string | null): boolean {
  return !NON_DISCLOSURE_STATES.has(state) || (fips !== null && PUBLISHING_COUNTIES.has(fips));
}
