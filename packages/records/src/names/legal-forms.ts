import { PhraseTable } from './phrases.ts';

/** Legal forms and their standard spelling. */
const FORMS = new PhraseTable([
  ['LIMITED LIABILITY COMPANY', 'LLC'],
  ['LIMITED LIABILITY CO', 'LLC'],
  ['LTD LIABILITY COMPANY', 'LLC'],
  ['LTD LIABILITY CO', 'LLC'],
  ['LIMITED LIABILITY LIMITED PARTNERSHIP', 'LLLP'],
  ['LIMITED LIABILITY PARTNERSHIP', 'LLP'],
  ['LIMITED PARTNERSHIP', 'LP'],
  ['LTD PARTNERSHIP', 'LP'],
  ['LTD PTNSHP', 'LP'],
  ['GENERAL PARTNERSHIP', 'GP'],
  ['L L C', 'LLC'],
  ['L LC', 'LLC'],
  ['LL C', 'LLC'],
  ['L L P', 'LLP'],
  ['L P', 'LP'],
  ['P C', 'PC'],
  ['P L L C', 'PLLC'],
  ['N A', 'NA'],
  ['N/A', 'NA'],
  ['NATIONAL ASSOCIATION', 'NA'],
  ['NATIONAL ASSN', 'NA'],
  ['NATIONAL ASSOC', 'NA'],
  ['NATL ASSN', 'NA'],
  ['NATL ASSOC', 'NA'],
  ['F S B', 'FSB'],
  ['INCORPORATED', 'INC'],
  ['CORPORATION', 'CORP'],
  ['COMPANY', 'CO'],
  ['COMPANIES', 'COS'],
  ['LIMITED', 'LTD'],
  ['PARTNERSHIP', 'PARTNERSHIP'],
  ['PTNSHP', 'PARTNERSHIP'],
  ['ASSOCIATION', 'ASSN'],
  ['ASSOC', 'ASSN'],
  ['ASSOCIATES', 'ASSOCIATES'],
  ['DEPARTMENT', 'DEPT'],
  ['TRST', 'TRUST'],
  ['TRT', 'TRUST'],
]);

/** Words that only a legal entity has in its name, in standard spelling. */
export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'LLC LC LP LLP LLLP GP PLLC PLC INC CORP CO COS LTD NA FSB PC ASSN PARTNERSHIP SERIES BORROWER'.split(' '),
);

const CUT_FORMS: readonly (readonly [string, string])[] = [
  ['LIMITED LIABILITY COMPANY', 'LLC'],
  ['LIMITED PARTNERSHIP', 'LP'],
];

/** Completes a truncated LIMITED LIABILITY COMPAN; rolls cut names at 30 or 40 characters. */
function completeCutForm(words: readonly string[]): string[] {
  const at = words.lastIndexOf('LIMITED');
  if (at <= 0) return [...words];
  const tail = words.slice(at).join(' ');
  for (const [form, standard] of CUT_FORMS) {
    if (tail.length > 'LIMITED '.length && form.startsWith(tail)) return [...words.slice(0, at), standard];
  }
  return [...words];
}

/** Drops `A DELAWARE LLC` after the legal form, which only names the place of formation. */
function dropPlaceOfFormation(words: readonly string[]): string[] {
  for (let at = 1; at < words.length - 2; at++) {
    const opens = words[at] === 'A' || words[at] === 'AN';
    if (opens && LEGAL_FORMS.has(words[at - 1] as string) && LEGAL_FORMS.has(words.at(-1) as string)) {
      return words.slice(0, at);
    }
  }
  return [...words];
}

/** Legal forms of a name in their standard spelling. */
export const standardForms = (words: readonly string[]): string[] =>
  dropPlaceOfFormation(FORMS.rewrite(completeCutForm(words)));
