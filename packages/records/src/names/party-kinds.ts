/** Kinds of recorded names. */
export const PARTY_KINDS = [
  'person',
  'company',
  'trust',
  'government',
  'lender',
  'builder',
  'relocation',
  'non_profit',
  'withheld',
] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];
