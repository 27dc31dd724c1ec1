const TEN_DIGITS = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const MAX_EMAIL_CHARACTERS = 254;
const GENERATIONS: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV', 'V']);

/** The ten digits of a North American number in any format, with or without +1; null for other text. */
export const readPhoneNumber = (text: string): string | null =>
  TEN_DIGITS.exec(text.replace(/(?:ext?|x)\.?\s*\d+$/i, '').replace(/\D/g, ''))?.[1] ?? null;

/** An e-mail address in lower case; null for other text. */
export function readEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  return address.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(address) ? address : null;
}

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/**
 * Words of a name in one spelling: upper case, no accents or punctuation, hyphens as spaces, no JR or III at the end.
 */
export function nameWords(text: string): string[] {
  const plain = withoutMarks(text)
    .replace(/[-‐-―/]/g, ' ')
    .replace(/[^\p{L}\p{N}\s]/gu, '');
  const words = plain.toUpperCase().split(/\s+/).filter(Boolean);
  while (words.length > 2 && GENERATIONS.has(words.at(-1)!)) words.pop();
  return words;
}

const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const GENERATION_AT_END = / (?:JR|SR|II|III|IV|V)$/i;

/** Possible spellings of one part of a name, the given one first. */
export function spellingsOf(namePart: string): string[] {
  // Nearly every name is plain, and a search reads hundreds.
  if (PLAIN.test(namePart)) {
    return GENERATION_AT_END.test(namePart) ? [namePart, namePart.replace(GENERATION_AT_END, '')] : [namePart];
  }
  const plain = namePart.replace(/[^\p{L}\p{N} ]/gu, '');
  const folded = nameWords(namePart).join(' ');
  const spellings = [namePart, plain, withoutMarks(plain), folded, folded.replace(GENERATION_AT_END, '')];
  return spellings.filter((spelling) => spelling !== '');
}
