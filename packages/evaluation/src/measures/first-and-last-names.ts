import { join } from 'node:path';
import { normaliseOwnerName, readNameOrder } from '@plat/records';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import { type LabelledName, PEOPLE_FILE, readLabelledNames } from '../labelled-names.ts';
import type { Measure } from '../measure.ts';

interface LabelledPerson {
  text: string;
  given: string;
  surname: string;
}

const folded = (text: string): string =>
  text
    .toUpperCase()
    .replace(/['’`.,"()]/g, '')
    .replace(/[-\s]+/g, ' ')
    .trim();

/** Single people with a given name or initial, and a surname; nicknames in brackets are no part of recorded names. */
function personOf({ tokens }: LabelledName): LabelledPerson[] {
  const given = tokens.find(({ tag }) => tag === 'GivenName' || tag === 'FirstInitial');
  const surname = tokens.filter(({ tag }) => tag === 'Surname').map(({ text }) => text);
  if (given === undefined || surname.length === 0) return [];
  if (tokens.some(({ tag }) => /^(?:And|Nickname)$/.test(tag))) return [];
  const text = tokens.map((token) => token.text).join(' ');
  return [{ text, given: folded(given.text).split(' ')[0] ?? '', surname: folded(surname.join(' ')) }];
}

export const firstAndLastNames: Measure = {
  id: 'first-and-last-names',
  title: 'First and last names of people',
  answers:
    'Both the first given name and the surname must be right. A source has one order of names, which Plat learns from all of its names; the second figure reads each name alone, as on a roll whose order is unknown.',
  records: 'labelled names of people in the United States (probablepeople), no period',
  needs: [PEOPLE_FILE],
  tuned: 'the share for unlisted names, the prior of rolls and the bonus of particles',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const people = readLabelledNames(join(records, PEOPLE_FILE)).flatMap(personOf);
    const order = readNameOrder(people.map(({ text }) => text));
    const right = (among: readonly LabelledPerson[], given?: typeof order) =>
      among.filter(({ text, given: first, surname }) => {
        const person = normaliseOwnerName(text, given).persons[0];
        return person?.last === surname && person.first === first;
      }).length;
    const plain = people.filter(({ text }) => /^[^\s,-]+ [^\s,-]+$/.test(text));
    return [
      shareFigure('right, in the order of the source', right(people, order), people.length, { atLeast: 0.95 }),
      shareFigure('of these, two words without hyphen or comma', right(plain, order), plain.length),
      shareFigure('right, each name alone', right(people), people.length),
    ];
  },
};
