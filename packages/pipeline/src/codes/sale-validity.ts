import { type CodeTable, readCode } from './code-table.ts';
import type { SaleValidity } from './sale-validities.ts';
import { STATE_SALE_CODES } from './state-sale-codes.ts';

/**
 * Verification texts of assessors. A remark on price alone decides nothing: investors look for low prices, and a
 * house that changed between assessment and sale looks like a flip.
 */
const SALE_VALIDITY_TABLE: CodeTable<SaleValidity> = {
  exact: {
    Q: 'market',
    QUALIFIED: 'market',
    V: 'market',
    VALID: 'market',
    MARKET: 'market',
    Y: 'market',
    YES: 'market',
    TRUE: 'market',
    U: 'not_market',
    UNQUALIFIED: 'not_market',
    I: 'not_market',
    INVALID: 'not_market',
    N: 'not_market',
    NO: 'not_market',
    FALSE: 'not_market',
    'NOT MARKET': 'not_market',
    'NO VERDICT': 'no_verdict',
    NA: 'no_verdict',
    'N A': 'no_verdict',
    NONE: 'no_verdict',
    UNKNOWN: 'no_verdict',
  },
  patterns: [
    [
      /\bNON ?MARKET\b|\bNOT (?:A )?(?:MARKET|VALID|ARMS?)\b|\bNON ?ARMS?\b|\bINVALID\b|\bUNQUALIFIED\b|\bDISQUALIFIED\b/,
      'not_market',
    ],
    [
      /\bFORECLOS\w*|\bFORCED\b|\bBANK SALE\b|\bREO\b|\bSHORT SALE\b|\bIN LIEU\b|\bAUCTION\b|\bTAX SALE\b|\bSHERIFF\b|\bBANKRUPTCY\b|\bDISTRESS\w*/,
      'not_market',
    ],
    [
      /\bRELAT(?:ED|ION|IVES?|IONSHIP)\b|\bFAMILY\b|\bESTATE SALE\b|\bTRUSTEE\b|\bGIFT\b|\bLOVE AND AFFECTION\b|\bQUIT ?CLAIM\b|\bLEASE\b|\bADU SALE\b|\bGOVERNMENT\b|\bEXEMPT\b|\bPARTIAL INTEREST\b|\bCORRECTION\b|\bCONVENIENCE\b|\bDIVORCE\b|\bNOMINAL\b/,
      'not_market',
    ],
    [/\bARMS? LENGTH\b|\bMARKET\b.*\bSALE\b|\bVALID SALE\b|\bVALID\b|\bQUALIFIED\b|\bNEW CONSTRUCTION\b/, 'market'],
    [/\bMULTI\w*(?: PLE)? ?PAR?CE?L?S?\b|\bMULTIPLE PARCELS\b/, 'not_market'],
    [
      /\bUNABLE TO VERIFY\b|\bNOT (?:YET )?VERIFIED\b|\bUNVERIFIED\b|\bOUTLIER\b|\bMKT VAL\b|\bMARKET RANGE\b|\bDOESNT MATCH\b|\bAFTER SALE\b|\bREASMT\b|\bFINANCING\b|\bPRSNL PROPERTY\b|\bPER PROP\b|\bPERSONAL PROPERTY\b|\bBUSINESS VALUE\b|\bCONTRACT DATE\b|\bJURISDICTION\b|\bSPECIAL EXEC\b/,
      'no_verdict',
    ],
  ],
};

/** True if numeric sale codes are known for a state. */
export const hasSaleCodes = (state: string | null): boolean => state !== null && Object.hasOwn(STATE_SALE_CODES, state);

/**
 * A source's remarks on a sale. Remarks in one cell are separated by `;` or `|`; one that takes the sale off the
 * market decides.
 * @param state USPS code of the state whose table reads numbers such as `01` or `8 - Part Interest`.
 * @returns null if a remark is unknown and none takes the sale off the market.
 */
export function readSaleValidity(text: string, state: string | null): SaleValidity | null {
  const readings = text
    .split(/[;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toLowerCase() !== 'nan')
    .map((part) => readOne(part, state));
  if (readings.length === 0) return 'no_verdict';
  if (readings.includes('not_market')) return 'not_market';
  if (readings.includes(null)) return null;
  return readings.includes('market') ? 'market' : 'no_verdict';
}

/** The state's table reads a number; without a table, `7:RELATED PARTIES` is read by its text. */
function readOne(part: string, state: string | null): SaleValidity | null {
  const number = /^(\d{1,3})(?:\.0+)?(?!\d)/.exec(part)?.[1];
  if (number !== undefined && hasSaleCodes(state)) return STATE_SALE_CODES[state!]?.[Number(number)] ?? null;
  const labelled = /^[A-Z0-9]{1,3}\s*[:=]\s*(.+)$/i.exec(part);
  return readCode(SALE_VALIDITY_TABLE, labelled?.[1] ?? part);
}
