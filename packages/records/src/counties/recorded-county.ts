import { COUNTY_LISTS } from './county-lists.ts';

export interface ListedCounty {
  /** 5-digit FIPS code. */
  fips: string;
  /** Without "County" at the end: Maricopa, Orleans Parish, Richmond city. */
  name: string;
}

/**
 * The county that a record names by code or name. Null when the list has none or the name is ambiguous, as
 * "Richmond" is in Virginia. A code of another state is ignored.
 * @param state USPS code
 */
export function recordedCounty(state: string, fips: string | null, name: string | null): ListedCounty | null {
  const counties = listed(state);
  const byCode = fips === null ? undefined : counties.find((one) => one.fips === fips.padStart(5, '0'));
  if (byCode !== undefined) return byCode;
  if (name === null) return null;
  const exact = counties.filter((one) => fullKey(one.name) === fullKey(name));
  if (exact.length === 1 && KIND.test(name)) return exact[0]!;
  const alike = counties.filter((one) => shortKey(one.name) === shortKey(name));
  return alike.length === 1 ? alike[0]! : null;
}

const KIND = / (?:COUNTY|PARISH|BOROUGH|CENSUS AREA|MUNICIPALITY|CITY AND BOROUGH|PLANNING REGION|CITY)$/i;

const lettersOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/\bSAINT(E?)\b/g, 'ST$1')
    .replace(/[^A-Z0-9]/g, '');
const shortKey = (name: string): string => lettersOf(name.trim().replace(KIND, ''));
const fullKey = (name: string): string => lettersOf(KIND.test(name.trim()) ? name : `${name} County`);

const lists = new Map<string, readonly ListedCounty[]>();

function listed(state: string): readonly ListedCounty[] {
  const known = lists.get(state);
  if (known !== undefined) return known;
  const [code, ...entries] = (COUNTY_LISTS[state] ?? '').split('|');
  const counties = entries.map((entry) => ({ fips: `${code}${entry.slice(0, 3)}`, name: entry.slice(4) }));
  lists.set(state, counties);
  return counties;
}
