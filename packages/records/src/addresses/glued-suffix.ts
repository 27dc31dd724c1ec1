import { isOrdinal } from './house-number.ts';
import { fixOrdinal } from './numerals.ts';

/**
 * Common street names of the US (Census TIGER frequency lists). A suffix attached to the name (WASHINGTONST) is
 * split off only when one of these remains, because FOREST, EAST and HARVARD end in suffixes too.
 */
const COMMON_NAMES: ReadonlySet<string> = new Set(
  (
    'MAIN WASHINGTON PARK OAK PINE MAPLE CEDAR ELM VIEW LAKE HILL WALNUT SPRING NORTH SOUTH RIDGE CHURCH WILLOW MILL ' +
    'SUNSET RAILROAD JACKSON CHERRY HIGHLAND JEFFERSON LINCOLN FRANKLIN MADISON ADAMS CHESTNUT SPRUCE BIRCH CENTER ' +
    'MEADOW RIVER SCHOOL LIBERTY GROVE PROSPECT PLEASANT UNION HICKORY GREEN VALLEY BROADWAY MONROE JOHNSON WILSON ' +
    'POPLAR HARRISON WALL WATER MARKET BRIDGE COURT FRONT SUMMIT MONTGOMERY HAMILTON CLINTON GRANT CLEVELAND DOGWOOD ' +
    'MAGNOLIA SYCAMORE LAUREL CAMBRIDGE MASSACHUSETTS PENNSYLVANIA VIRGINIA MICHIGAN CALIFORNIA CAMPBELL COLUMBIA ' +
    'CONGRESS DIVISION DELAWARE EUCLID GARDEN HILLCREST HOWARD INDIANA LEXINGTON MEDFORD MULBERRY PEACHTREE PEARL'
  ).split(' '),
);
const GLUED_SUFFIXES = ['BLVD', 'AVE', 'ST', 'RD', 'DR', 'LN', 'CT', 'PL'];

/** Splits WASHINGTONST or 5THST. @returns null when no suffix is attached. */
export function splitGluedSuffix(word: string): { name: string; suffix: string } | null {
  if (word.length < 5) return null;
  for (const suffix of GLUED_SUFFIXES) {
    if (!word.endsWith(suffix)) continue;
    const name = word.slice(0, -suffix.length);
    if (COMMON_NAMES.has(name)) return { name, suffix };
    if (isOrdinal(name)) return { name: fixOrdinal(name), suffix };
  }
  return null;
}
