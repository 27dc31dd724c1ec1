/** USPS Publication 28, appendix C2: secondary unit designators. Spelling -> standard abbreviation. */
const TABLE = `
APT: APARTMENT APT APARTMENTS APMT APRT
BSMT: BASEMENT BSMT
BLDG: BUILDING BLDG BLD BLG
DEPT: DEPARTMENT DEPT
FL: FLOOR FL FLR
FRNT: FRONT FRNT
HNGR: HANGAR HNGR HANGER
KEY: KEY
LBBY: LOBBY LBBY
LOT: LOT
LOWR: LOWER LOWR LWR
OFC: OFFICE OFC
PH: PENTHOUSE PH PHSE
PIER: PIER
REAR: REAR RER
RM: ROOM RM
SIDE: SIDE
SLIP: SLIP
SPC: SPACE SPC SP
STE: SUITE STE SUIT
STOP: STOP
TRLR: TRAILER TRLR
UNIT: UNIT UNT UN CONDO FLAT
UPPR: UPPER UPPR UPR
`;

export const UNIT_DESIGNATORS: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((row) => {
      const [standard = '', spellings = ''] = row.split(': ');
      return spellings.split(' ').map((spelling): [string, string] => [spelling, standard]);
    }),
);

/** Designators that need no number after them (Pub 28 section 213.2). */
export const STANDALONE_UNITS: ReadonlySet<string> = new Set('BSMT FRNT LBBY LOWR OFC PH REAR SIDE UPPR'.split(' '));

/**
 * Designators that vary between records of one dwelling: `#4`, `APT 4`, `UNIT 4` and a bare `4` compare as the same
 * unit.
 */
export const INTERCHANGEABLE_UNITS: ReadonlySet<string> = new Set('APT UNIT STE RM LOT SPC TRLR'.split(' '));
