import { asOfIn, createCounties, type DatedCounty, STALE_AFTER_DAYS, servingDataset } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';

/** Counties listed by name; the rest are counted. */
const MOST_NAMED = 10;

/** The counties of the live records as of a day. @param asOf the server's as-of day, `YYYY-MM-DD` */
export const liveCounties = (sql: Sql, asOf: string): Promise<DatedCounty[]> => countiesIn(sql, 'live', asOf);

/** The counties of both realms, those of the live records first. @param asOf the server's as-of day, `YYYY-MM-DD` */
export async function servedCounties(sql: Sql, asOf: string): Promise<DatedCounty[]> {
  const [live, sample] = await Promise.all([countiesIn(sql, 'live', asOf), countiesIn(sql, 'sample', asOf)]);
  return [...live, ...sample];
}

const countiesIn = async (sql: Sql, realm: Realm, asOf: string): Promise<DatedCounty[]> =>
  createCounties().all(await servingDataset(sql, realm), asOfIn(realm, asOf));

export const countyName = ({ name, fips, state }: DatedCounty): string =>
  `${name ?? fips ?? 'no county named'}, ${state}`;

/** Lines that name the counties with stale records and the remedy; empty without stale counties. */
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

/** A county in `market status --json`. */
export const countyLine = ({ is_sample, fips, name, state, records_from, records_through, is_stale }: DatedCounty) => ({
  realm: (is_sample ? 'sample' : 'live') as Realm,
  fips,
  county: name,
  state,
  records_from,
  records_through,
  is_stale,
});
