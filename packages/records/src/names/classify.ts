import { COMPANY_WORDS } from './company-words.ts';
import { isInstitution } from './institutions.ts';
import {
  ACCOUNT_CUSTODIANS,
  BUILDER,
  GOVERNMENT,
  GOVERNMENT_ENDS,
  LENDER,
  NON_PROFIT,
  RELOCATION,
  TRUST,
  WITHHELD,
  WITHHELD_ALONE,
} from './kind-words.ts';
import { LEGAL_FORMS } from './legal-forms.ts';
import type { PartyKind } from './party-kinds.ts';
import { isParticle, isTitle } from './persons.ts';

/** Suffixes of company coinages: NATPAC, MEDTECH, INVESTCORP. */
const COINED_END =
  /.{3,}(?:CORP|TECH|SOFT|BANK|HOMES|CAPITAL|PROPERTIES|REALTY|HOLDINGS|INVEST|INVESTMENTS|GROUP|LLC)$/;

/**
 * Classifies a recorded name by its words (no commas, legal forms in standard spelling). Order matters: a bank's
 * trust is a lender, a city's housing trust is government, a church's foundation is a non-profit. Fannie Mae and
 * Freddie Mac are lenders (their homes are foreclosures), HUD and VA government.
 */
export function classifyName(words: readonly string[]): PartyKind {
  if (words.length === 0 || WITHHELD.occursIn(words)) return 'withheld';
  if (words.length === 1 && WITHHELD_ALONE.has(words[0] as string)) return 'withheld';
  const isCommercial = words.some((word) => LEGAL_FORMS.has(word));
  // CITY OF HOPE PROPERTIES LLC is a company; FEDERAL DEPOSIT INSURANCE CORP is not.
  if (GOVERNMENT.occursIn(words) && !(isCommercial && isPrivateForm(words))) return 'government';
  if (words[0] === 'USA' && !isCommercial) return 'government';
  if (words.length >= 2 && words.length <= 4 && GOVERNMENT_ENDS.has(words.at(-1) as string)) return 'government';
  if (isInstitution(words.join(' ')) !== null) return 'company';
  if (ACCOUNT_CUSTODIANS.occursIn(words))
    return words.indexOf('FBO') < words.length - 1 && words.includes('FBO') ? 'trust' : 'withheld';
  if (RELOCATION.occursIn(words)) return 'relocation';
  if (LENDER.occursIn(withoutBankStreet(words))) return 'lender';
  if (BUILDER.occursIn(words)) return 'builder';
  if (NON_PROFIT.occursIn(words) && !(isCommercial && isPrivateForm(words))) return 'non_profit';
  if (isCommercial && isPrivateForm(words)) return 'company';
  if (TRUST.occursIn(words)) return 'trust';
  return looksLikeCompany(words) ? 'company' : 'person';
}

/** 9 BANK STREET LLC is named after its address. */
const withoutBankStreet = (words: readonly string[]): string[] =>
  words.filter((word, at) => !(/^BANKS?$/.test(word) && STREET_WORDS.has(words[at + 1] ?? '')));
const STREET_WORDS: ReadonlySet<string> = new Set(
  'ST STREET RD ROAD AVE AVENUE LN LANE DR DRIVE PL PLACE CT WAY'.split(' '),
);

const isPrivateForm = (words: readonly string[]): boolean => words.some((word) => PRIVATE_FORMS.has(word));
const PRIVATE_FORMS: ReadonlySet<string> = new Set(['LLC', 'LC', 'LP', 'LLP', 'LLLP', 'PLLC']);

function looksLikeCompany(words: readonly string[]): boolean {
  const from = words[0] === 'THE' ? 1 : 0;
  if (from === 1 && words.length > 1) return true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (/\d/.test(word) && !/^(?:2ND|3RD|4TH)$/.test(word)) return true;
    if (COMPANY_WORDS.has(word)) return true;
    if (word.length > 6 && COINED_END.test(word)) return true;
  }
  const people = words.join(' ').split(' AND ');
  return people.some((person) => person.split(' ').filter((word) => !isTitle(word) && !isParticle(word)).length > 5);
}
