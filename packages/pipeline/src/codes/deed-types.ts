import { type CodeTable, readCode } from './code-table.ts';

/** The deed types of the rules (docs/rules/arms-length.md); `other` is any other recognised instrument. */
export const DEED_TYPES = [
  'warranty',
  'special_warranty',
  'grant',
  'bargain_and_sale',
  'quitclaim',
  'correction',
  'gift',
  'executor',
  'administrator',
  'tax',
  'sheriff',
  'trustee',
  'in_lieu',
  'foreclosure',
  'intrafamily',
  'other',
] as const;
export type DeedType = (typeof DEED_TYPES)[number];

/**
 * Usual spellings of recorders and assessors. Order matters for texts that name two things: off-market types come
 * first (a "special warranty deed in lieu of foreclosure" is `in_lieu`).
 */
const DEED_TYPE_TABLE: CodeTable<DeedType> = {
  exact: {
    WD: 'warranty',
    GWD: 'warranty',
    JWD: 'warranty',
    SWD: 'special_warranty',
    LWD: 'special_warranty',
    CWD: 'special_warranty',
    GD: 'grant',
    BS: 'bargain_and_sale',
    'B S': 'bargain_and_sale',
    BSD: 'bargain_and_sale',
    QC: 'quitclaim',
    QCD: 'quitclaim',
    QD: 'quitclaim',
    CD: 'correction',
    EX: 'executor',
    ED: 'executor',
    PRD: 'executor',
    AD: 'administrator',
    ADM: 'administrator',
    TXD: 'tax',
    SD: 'sheriff',
    SHD: 'sheriff',
    TD: 'trustee',
    TR: 'trustee',
    DIL: 'in_lieu',
    FD: 'foreclosure',
    FC: 'foreclosure',
    FCL: 'foreclosure',
    REO: 'foreclosure',
    DEED: 'other',
    'DEED OF SALE': 'other',
    OTHER: 'other',
    OTH: 'other',
    MISC: 'other',
    MISCELLANEOUS: 'other',
  },
  patterns: [
    [/\bIN LIEU\b|\bDEED N LIEU\b/, 'in_lieu'],
    [
      /\bCORRECT(?:ION|IVE|ING|ED|ORY)\b|\bCONFIRM(?:ATION|ATORY)\b|\bSCRIVENERS?\b|\bRE ?RECORD(?:ED|ING)?\b/,
      'correction',
    ],
    [/\bTAX(?:ES)?\b|\bTREASURERS?\b|\bTAX COLLECTORS?\b|\bREDEMPTION\b/, 'tax'],
    [
      /\bFORECLOS(?:URE|ED|ING)\b|\bREFEREES?\b|\bUPON SALE\b|\bTRUSTEES? SALE\b|\bCERTIFICATE OF TITLE\b/,
      'foreclosure',
    ],
    [
      /\bSHERIFFS?\b|\bMARSHALS?\b|\bCONSTABLES?\b|\bJUDICIAL\b|\b(?:SPECIAL )?COMMISSIONERS?\b|\bMASTERS? IN\b/,
      'sheriff',
    ],
    [/\bQUIT ?CLAIM\b|\bQUITCLM\b|\bQ C D\b|\bQ C\b|\bRELEASE DEED\b/, 'quitclaim'],
    [/\bINTER ?SPOUSAL\b|\bINTRA ?FAMILY\b|\bFAMILY\b|\bSPOUSE\b|\bDIVORCE\b|\bRELATED PARTIES\b/, 'intrafamily'],
    [/\bGIFT\b|\bLOVE AND AFFECTION\b|\bTRANSFER ON DEATH\b|\bTOD\b|\bBENEFICIARY DEED\b|\bLADY BIRD\b/, 'gift'],
    [
      /\bEXECUT(?:OR|ORS|RIX|RICES)\b|\bPERSONAL REP(?:RESENTATIVES?|S)?\b|\bESTATE DEED\b|\bPROBATE\b|\bDISTRIBUTION\b/,
      'executor',
    ],
    [/\bADMINISTRAT(?:OR|ORS|RIX|RICES)\b|\bCONSERVATORS?\b|\bGUARDIANS?\b/, 'administrator'],
    [/\bTRUSTEES?\b|\bDEED IN TRUST\b|\bTRUST DEED\b|\bFIDUCIARY\b/, 'trustee'],
    [/\b(?:SPECIAL|SPEC|SP|LIMITED|LTD) W(?:ARRANTY|ARR|D)\b|\bCOVENANT\b/, 'special_warranty'],
    [/\bBARGAIN\b/, 'bargain_and_sale'],
    [/\bGRANT\b|\bGRANT DEED\b/, 'grant'],
    [/\bWARR(?:ANTY|NTY|T)?\b|\bSURVIVORSHIP\b|\bJOINT TENANCY\b|\bCORPORAT(?:E|ION) DEED\b/, 'warranty'],
    [
      /\b(?:EASEMENT|AFFIDAVIT|PLAT|LEASE|AGREEMENT|CONTRACT|ASSIGNMENT|ORDER|JUDGMENT|DECREE|CONDEMNATION|MASTER DEED|MORTGAGE|PARTITION|TIMBER|LIFE ESTATE|WILL|DEATH|CEMETERY|RIGHT OF WAY)\b/,
      'other',
    ],
  ],
};

/** The deed type of a recorder's text or abbreviation; null if unknown. */
export function readDeedType(text: string): DeedType | null {
  return readCode(DEED_TYPE_TABLE, text);
}
