import { type CodeTable, readCode } from './code-table.ts';

const LISTING_STATUS_TABLE: CodeTable<'closed' | 'open'> = {
  exact: { C: 'closed', CLSD: 'closed', S: 'closed', SLD: 'closed', A: 'open', ACT: 'open', P: 'open', PND: 'open' },
  patterns: [
    [/\bCLOSED\b|\bSOLD\b|\bSETTLED\b/, 'closed'],
    [
      /\bACTIVE\b|\bPENDING\b|\bCONTINGENT\b|\bCOMING\b|\bWITHDRAWN\b|\bEXPIRED\b|\bCANCEL\w*|\bUNDER CONTRACT\b|\bHOLD\b|\bDELETED\b|\bOPEN\b/,
      'open',
    ],
  ],
};

/** True if a listing's status means closed; null if the text is unknown. */
export const readListingStatus = (text: string): 'closed' | 'open' | null => readCode(LISTING_STATUS_TABLE, text);
