import { type CodeTable, readCode } from './code-table.ts';

export const SUPPRESSION_KINDS = ['phone', 'email', 'person'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

export const SUPPRESSION_LISTS = [
  'national_dnc',
  'state_dnc',
  'opt_out',
  'litigator',
  'reassigned',
  'deletion',
] as const;
export type SuppressionList = (typeof SUPPRESSION_LISTS)[number];

const KIND_TABLE: CodeTable<SuppressionKind> = {
  exact: { TEL: 'phone', TELEPHONE: 'phone', CELL: 'phone', MOBILE: 'phone', NUMBER: 'phone', NAME: 'person' },
  patterns: [
    [/^PHONE/, 'phone'],
    [/^E ?MAIL/, 'email'],
    [/^PERSON/, 'person'],
  ],
};

const LIST_TABLE: CodeTable<SuppressionList> = {
  exact: { DNC: 'national_dnc', FTC: 'national_dnc', FEDERAL: 'national_dnc', INTERNAL: 'opt_out' },
  patterns: [
    [/\bSTATE\b/, 'state_dnc'],
    [/\bNATIONAL\b|\bFEDERAL\b/, 'national_dnc'],
    [/\bOPT ?(?:ED )?OUT\b|\bUNSUBSCRIBE/, 'opt_out'],
    [/\bLITIGA/, 'litigator'],
    [/\bREASSIGN/, 'reassigned'],
    [/\bDELET|\bERASURE\b|\bFORGET\b|\bCCPA\b/, 'deletion'],
  ],
};

/** The kind of a do-not-contact entry; null if the text is unknown. */
export const readSuppressionKind = (text: string): SuppressionKind | null => readCode(KIND_TABLE, text);

/** The list of a do-not-contact entry; null if the text is unknown. */
export const readSuppressionList = (text: string): SuppressionList | null => readCode(LIST_TABLE, text);
