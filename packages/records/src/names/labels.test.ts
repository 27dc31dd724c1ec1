import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normaliseOwnerName, readNameOrder } from './index.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const companies = join(dataDir, 'labels', 'probablepeople-company.xml');
const people = join(dataDir, 'labels', 'probablepeople-person.xml');
const lacksLabels = !existsSync(companies) || !existsSync(people);
if (lacksLabels) console.log(`skipped: no labelled names in ${dataDir}`);

/** Names of at least two words, because a single word may be a surname or a brand. */
const readNames = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/<Name>([\s\S]*?)<\/Name>/g)]
    .map(([, inner = '']) =>
      inner
        .replace(/<\/?\w+>/g, '')
        .replaceAll('&amp;', '&')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((name) => name.includes(' '));

const shareOf = (names: readonly string[], holds: (name: string) => boolean): number =>
  names.filter(holds).length / names.length;

test.skipIf(lacksLabels)('distinguishes labelled people and companies at least as well as measured', () => {
  const isPerson = (name: string) => normaliseOwnerName(name).kind === 'person';
  const peopleShare = shareOf(readNames(people), isPerson);
  const companyShare = shareOf(readNames(companies), (name) => !isPerson(name));
  console.log(`people: ${(100 * peopleShare).toFixed(1)} %, companies: ${(100 * companyShare).toFixed(1)} %`);
  expect(peopleShare).toBeGreaterThanOrEqual(0.98);
  expect(companyShare).toBeGreaterThanOrEqual(0.85);
});

/** Labelled single people with a given name or initial, and a surname: text, first given name, surname. */
function readLabelledPeople(file: string): { text: string; given: string; surname: string }[] {
  const folded = (text: string) =>
    text
      .toUpperCase()
      .replace(/['’`.,"()]/g, '')
      .replace(/[-\s]+/g, ' ')
      .trim();
  return [...readFileSync(file, 'utf8').matchAll(/<Name>([\s\S]*?)<\/Name>/g)].flatMap(([, inner = '']) => {
    const tokens = [...inner.matchAll(/<(\w+)>([\s\S]*?)<\/\1>/g)].map(([, tag = '', text = '']) => ({ tag, text }));
    const given = tokens.find(({ tag }) => tag === 'GivenName' || tag === 'FirstInitial');
    const surname = tokens.filter(({ tag }) => tag === 'Surname').map(({ text }) => text);
    // Nicknames in brackets are no part of recorded names.
    if (given === undefined || surname.length === 0 || tokens.some(({ tag }) => /^(?:And|Nickname)$/.test(tag)))
      return [];
    const text = tokens.map((token) => token.text).join(' ');
    return [{ text, given: folded(given.text).split(' ')[0] ?? '', surname: folded(surname.join(' ')) }];
  });
}

test.skipIf(lacksLabels)('reads first and last names of labelled people at least as well as measured', () => {
  const labelled = readLabelledPeople(people);
  const order = readNameOrder(labelled.map(({ text }) => text));
  const rightIn = (given?: number) =>
    labelled.filter(({ text, given: first, surname }) => {
      const person = normaliseOwnerName(text, given).persons[0];
      return person?.last === surname && person.first === first;
    }).length / labelled.length;
  console.log(
    `first and last names of ${labelled.length} people: ${(100 * rightIn(order)).toFixed(1)} % in the order of the source, ` +
      `${(100 * rightIn()).toFixed(1)} % in that of rolls`,
  );
  expect(rightIn(order)).toBeGreaterThanOrEqual(0.95);
  expect(rightIn()).toBeGreaterThanOrEqual(0.66);
});
