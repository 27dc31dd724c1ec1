import { validationError } from '@plat/kit';
import { nameWords, readEmailAddress, readPhoneNumber } from './contact-points.ts';
import type { OwnList } from './own-lists.ts';
import { EVERY_ZIP, type SuppressionKind } from './suppression.ts';

/** A stored opt-out. */
export interface OwnSuppression {
  kind: SuppressionKind;
  /** Ten digits, lower-case address, or `FIRST LAST|ZIP` with `*` for any ZIP code. */
  value: string;
  list: OwnList;
  note: string | null;
  /** `operator:<name>` */
  createdBy: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

const refuse = (field: string, problem: string) => validationError([{ field, problem }]);

/**
 * The stored value of an entry, whatever its format: a number with +1 and punctuation, an address in any case, a person
 * as `Ruth Ann Ashbrook`, `Ashbrook, Ruth Ann` or `RUTH ASHBROOK|85003`.
 * @param zip of a person; without one, the entry applies in every ZIP code
 * @throws AppError VALIDATION_ERROR (400) that names the mistake
 */
export function suppressionValue(kind: SuppressionKind, text: string, zip: string | null): string {
  if (kind !== 'person' && zip !== null) throw refuse('zip', 'goes with a person only');
  if (kind === 'phone') {
    const number = readPhoneNumber(text);
    if (number === null) throw refuse('value', 'must be a telephone number of ten digits, such as (602) 555-0142');
    return number;
  }
  if (kind === 'email') {
    const address = readEmailAddress(text);
    if (address === null) throw refuse('value', 'must be an e-mail address, such as ruth@example.com');
    return address;
  }
  const [written = '', writtenZip] = text.split('|');
  return `${personName(written)}|${zipOf(zip ?? writtenZip ?? null)}`;
}

function zipOf(text: string | null): string {
  if (text === null || text.trim() === EVERY_ZIP) return EVERY_ZIP;
  const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(text)?.[1];
  if (zip === undefined) throw refuse('zip', 'must be a ZIP code of five digits, such as 85003');
  return zip;
}

function personName(written: string): string {
  const [last = '', first] = written.split(',');
  const words = nameWords(first === undefined ? written : `${first} ${last}`);
  if (words.length < 2) throw refuse('value', 'must be a first and a last name, such as "Ruth Ashbrook"');
  return words.join(' ');
}

/**
 * The given persons that an entry applies to. A middle name may belong to the first or the last name, so an entry also
 * applies to people known by fewer names: `RUTH ANN ASHBROOK` applies to `RUTH ASHBROOK`.
 * @param asked `FIRST LAST|ZIP`
 */
export function personsMeant(entry: string, asked: readonly string[]): string[] {
  const [entryName = '', entryZip] = entry.split('|');
  const entryWords = entryName.split(' ');
  return asked.filter((key) => {
    const [name = '', zip] = key.split('|');
    const words = name.split(' ');
    const sameEnds = words[0] === entryWords[0] && words.at(-1) === entryWords.at(-1);
    return zip === entryZip && words.length > 1 && sameEnds && standsIn(words, entryWords);
  });
}

/** True if all words occur among others in the same order, with any words between them. */
function standsIn(words: readonly string[], others: readonly string[]): boolean {
  let found = 0;
  for (const other of others) if (other === words[found]) found += 1;
  return found === words.length;
}
