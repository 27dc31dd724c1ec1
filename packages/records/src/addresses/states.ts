/** State names and old or long abbreviations in records -> USPS code, including territories and military. */
const TABLE = `
AL: ALABAMA|ALA
AK: ALASKA
AZ: ARIZONA|ARIZ
AR: ARKANSAS|ARK
CA: CALIFORNIA|CALIF
CO: COLORADO|COLO
CT: CONNECTICUT|CONN
DE: DELAWARE|DEL
DC: DISTRICT OF COLUMBIA
FL: FLORIDA|FLA
GA: GEORGIA
HI: HAWAII
ID: IDAHO
IL: ILLINOIS|ILL
IN: INDIANA|IND
IA: IOWA
KS: KANSAS|KANS
KY: KENTUCKY
LA: LOUISIANA
ME: MAINE
MD: MARYLAND
MA: MASSACHUSETTS|MASS
MI: MICHIGAN|MICH
MN: MINNESOTA|MINN
MS: MISSISSIPPI|MISS
MO: MISSOURI
MT: MONTANA|MONT
NE: NEBRASKA|NEBR
NV: NEVADA|NEV
NH: NEW HAMPSHIRE
NJ: NEW JERSEY
NM: NEW MEXICO
NY: NEW YORK
NC: NORTH CAROLINA|N CAROLINA|NO CAROLINA
ND: NORTH DAKOTA|N DAKOTA
OH: OHIO
OK: OKLAHOMA|OKLA
OR: OREGON|ORE
PA: PENNSYLVANIA|PENN|PENNA
RI: RHODE ISLAND
SC: SOUTH CAROLINA|S CAROLINA|SO CAROLINA
SD: SOUTH DAKOTA|S DAKOTA
TN: TENNESSEE|TENN
TX: TEXAS|TEX
UT: UTAH
VT: VERMONT
VA: VIRGINIA
WA: WASHINGTON|WASH
WV: WEST VIRGINIA|W VIRGINIA|W VA
WI: WISCONSIN|WISC|WIS
WY: WYOMING|WYO
AS: AMERICAN SAMOA
GU: GUAM
MP: NORTHERN MARIANA ISLANDS
PR: PUERTO RICO
VI: VIRGIN ISLANDS|US VIRGIN ISLANDS
AA: ARMED FORCES AMERICAS
AE: ARMED FORCES EUROPE
AP: ARMED FORCES PACIFIC
`;

const rows = TABLE.trim()
  .split('\n')
  .map((row) => row.split(': ') as [string, string]);

/** Two-letter USPS codes. */
export const STATE_CODES: ReadonlySet<string> = new Set(rows.map(([code]) => code));

/** Upper-case name or long abbreviation -> USPS code. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([code, names]) => names.split('|').map((name): [string, string] => [name, code])),
);

/** First three digits of ZIP codes by state, as inclusive ranges (USPS Publication 65 and its labelling lists). */
const ZIP3_RANGES: readonly (readonly [number, number, string])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 62, 'CT'],
  [63, 63, 'CT'],
  [64, 69, 'CT'],
  [70, 89, 'NJ'],
  [90, 98, 'AE'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [340, 340, 'AA'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [962, 966, 'AP'],
  [967, 968, 'HI'],
  [969, 969, 'GU'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
];

const stateOfZip3: readonly (string | undefined)[] = (() => {
  const states = new Array<string | undefined>(1000).fill(undefined);
  for (const [first, last, state] of ZIP3_RANGES) states.fill(state, first, last + 1);
  return states;
})();

/** The state of a ZIP code by its first three digits; null for an unassigned prefix. */
export const stateOfZip = (zip: string): string | null => stateOfZip3[Number(zip.slice(0, 3))] ?? null;

/** USPS code of a state as spelled in records (code, name, `N.Y.`); null for any other text. */
export function normaliseState(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const upper = text.toUpperCase().replace(/\./g, '').replace(/\s+/g, ' ').trim();
  return STATE_CODES.has(upper) ? upper : (STATE_NAMES.get(upper) ?? null);
}

/** 5-digit ZIP of `85043`, `85043-1234`, `850431234`, `2140` (leading zero dropped by a spreadsheet) or `19132.0`. */
export function normaliseZip(text: string | number | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const match = /^\s*(\d{3,5}|\d{8,9})(?:\.0+|\s*-\s*\d{0,4})?\s*$/.exec(String(text));
  if (match === null) return null;
  const digits = match[1] as string;
  const zip = digits.length > 5 ? digits.padStart(9, '0').slice(0, 5) : digits.padStart(5, '0');
  return zip === '00000' || zip === '99999' ? null : zip;
}
