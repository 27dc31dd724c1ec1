import type { PropertyType } from '@plat/contracts';
import { type CodeTable, readCode, tidyCode } from './code-table.ts';
import { STATE_CLASS_CODES } from './state-class-codes.ts';

/**
 * Usual use texts of assessors. Order matters: a condominium office is commercial, a residential lot is land. A
 * bare "residential" is not guessed.
 */
const PROPERTY_TYPE_TABLE: CodeTable<PropertyType> = {
  exact: {
    SFR: 'SFR',
    SFD: 'SFR',
    SFA: 'SFR',
    SF: 'SFR',
    RSFR: 'SFR',
    HOUSE: 'SFR',
    DWELLING: 'SFR',
    R1: 'SFR',
    MFR: 'MFR',
    MF: 'MFR',
    MULTI: 'MFR',
    CONDO: 'CONDO',
    MOBILE: 'MOBILE',
    MH: 'MOBILE',
    LAND: 'LAND',
    LOT: 'LAND',
    OTHER: 'OTHER',
    COMMERCIAL: 'OTHER',
  },
  patterns: [
    [/\bLAND\b.*\bIMP|\bRES LAND IMP\b/, 'OTHER'],
    [
      /\b(?:OFFICE|OFFIC|RETAIL|COMMERCIAL|COMM|COM|INDUST(?:RIAL)?|IND|WAREHOUSE|PARKING|PKG|PRKG|GARAGE|STORAGE|MEDICAL|DOCK(?:OMINIUM)?|BOAT|TIMESHARE|TIME SHARE)\b.*\b(?:CONDO(?:MINIUM)?S?|CNDO?|CND)\b/,
      'OTHER',
    ],
    [
      /\b(?:CONDO(?:MINIUM)?S?|CNDO?)\b.*\b(?:OFFICE|RETAIL|COMMERCIAL|COMM|COM|IND(?:USTRIAL)?|WAREHOUSE|PARKING|PKG|GARAGE|STORAGE|BLDG|MAIN|COMMON)\b/,
      'OTHER',
    ],
    [/\bMIXED\b|\bMULTI ?USE\b|\bMXD\b/, 'OTHER'],
    [
      /\bVACANT\b|\bVACNT\b|\bUNIMPROVED\b|\bUNDEV(?:ELOPED)?\b|\b[UPD]DV\b|\bLAND\b|\bLOTS?\b|\bACREAGE\b|\bTIMBER\b|\bFOREST\b|\bCROP\b|\bPASTURE\b|\bOPEN SPACE\b/,
      'LAND',
    ],
    [/\bMOBILE\b|\bMANUFACTURED\b|\bMFG\b|\bMFD\b|\bTRAILER\b|\bDOUBLE ?WIDE\b|\bSINGLE ?WIDE\b/, 'MOBILE'],
    [/\bCONDO(?:MINIUM)?S?\b|\bCNDO?\b|\bCO ?OP(?:ERATIVE)?\b/, 'CONDO'],
    [
      /\b(?:HOTEL|MOTEL|STORES?|RETAIL|OFFICES?|BANK|RESTAURANT|WAREHOUSE|INDUSTRIAL|MANUFACTUR\w*|FACTORY|COMMERCIAL|SHOPPING|SCHOOL|CHURCH|HOSPITAL|CLUB|UTILITY|GOVERNMENT|EXEMPT|INSTITUTION\w*|RELIGIOUS|AGRICULTUR\w*|FARM|RANCH|PARKING|GARAGE|SPECIAL PURPOSE|COMMON AREA|NURSING|DORM\w*|FRATERNITY|ROOMING|BOARDING)\b/,
      'OTHER',
    ],
    [
      /\b(?:TWO|THREE|FOUR|2|3|4|5|6|7|8) ?(?:TO \d+ )?(?:FAM|FM|FAMILY|UNITS?|PLEX)\b|\b(?:DUPLEX|TRIPLEX|TRI PLEX|QUAD(?:RU)?PLEX|FOUR ?PLEX|MULTI ?(?:PLE )?(?:FAM\w*|RES\w*|UNIT|DWELLING)?|APT|APTS|APARTMENTS?|FLAT|TENEMENT)\b|\b\d+ \d+ UNITS?\b/,
      'MFR',
    ],
    [
      /\b(?:SINGLE|SNGL|SGL|ONE|1) ?(?:FAM\w*|RES\w*|DWELLING|UNIT)\b|\bTOWN ?(?:HOUSE|HOME|HSE)S?\b|\bROW ?(?:HOUSE|HOME)S?\b|\bDETACHED\b|\bRESIDENCE\b|\bBUNGALOW\b|\bPUD\b|\bPLANNED UNIT\b|\bPATIO HOME\b|\bZERO LOT LINE\b/,
      'SFR',
    ],
  ],
};

/**
 * The property type of an assessor's use text or state class code.
 * @param state USPS code; numeric class codes are read only with the table of their state.
 * @returns null if neither table knows the text.
 */
export function readPropertyType(text: string, state: string | null): PropertyType | null {
  const tidied = tidyCode(text);
  const classCodes = state === null ? undefined : STATE_CLASS_CODES[state];
  if (classCodes !== undefined && /^[A-Z]?\d+[A-Z]?$/.test(tidied)) {
    const byClass = classCodes.find(([pattern]) => pattern.test(tidied))?.[1];
    if (byClass !== undefined) return byClass;
  }
  return readCode(PROPERTY_TYPE_TABLE, text);
}
