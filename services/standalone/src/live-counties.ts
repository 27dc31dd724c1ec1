import { createCounties, type DatedCounty, STALE_AFTER_DAYS, servingDataset } from '@plat/dataset';
import type { Sql } from '@plat/db';

/** Counties named in one place; the others are counted. */
const MOST_NAMED = 10;

/** The counties of the live records as they look on a day. @param asOf the server's as-of day, `YYYY-MM-DD` */
export const liveCounties = async (sql: Sql, asOf: string): Promise<DatedCounty[]> =>
  createCounties().all(await servingDataset(sql, 'live'), asOf);

export const countyName = ({ name, fips, state }: DatedCounty): string =>
  `${name ?? fips ?? 'no county named'}, ${state}`;

/** Lines that name the counties whose records are stale, and what to do; none when no county is. */
export function staleLines(counties: readonly DatedCounty[]): string[] {
  const stale = counties.filter(({ is_stale }) => is_stale);
  if (stale.length === 0) return [];
  const named = stale.slice(0, MOST_NAMED).map((county) => `${countyName(county)} (through ${county.records_through})`);
  const rest = stale.length > MOST_NAMED ? ` and ${stale.length - MOST_NAMED} more` : '';
  return [
    `Stale, more than ${STALE_AFTER_DAYS} days old: ${named.join('; ')}${rest}.`,
    'Windows there count back from that day, so later buyers are missing. Import newer records: plat import',
  ];
}

/** A county as `market status --json` names it. */
export const countyLine = ({ fips, name, state, records_from, records_through, is_stale }: DatedCounty) => ({
  ...{ fips, county: name, state, records_from, records_through, is_stale },
});
