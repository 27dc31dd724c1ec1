import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInstitution, normaliseOwnerName } from './index.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '../../../../../shared/data');
const companies = join(dataDir, 'labels', 'probablepeople-company.xml');
const people = join(dataDir, 'labels', 'probablepeople-person.xml');
const landlords = join(dataDir, 'north-carolina', 'corporate-landlord-names.csv');
const lacksLabels = !existsSync(companies) || !existsSync(people);
const lacksLandlords = !existsSync(landlords);
if (lacksLabels) console.log(`skipped: no labelled names in ${dataDir}`);
if (lacksLandlords) console.log(`skipped: no names of institutional landlords in ${dataDir}`);

/** Names of at least two words: a single word has nothing to tell a surname from a brand. */
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

test.skipIf(lacksLabels)('labelled people and companies are told apart at least as well as measured', () => {
  const isPerson = (name: string) => normaliseOwnerName(name).kind === 'person';
  const peopleShare = shareOf(readNames(people), isPerson);
  const companyShare = shareOf(readNames(companies), (name) => !isPerson(name));
  console.log(`people: ${(100 * peopleShare).toFixed(1)} %, companies: ${(100 * companyShare).toFixed(1)} %`);
  expect(peopleShare).toBeGreaterThanOrEqual(0.98);
  expect(companyShare).toBeGreaterThanOrEqual(0.85);
});

test.skipIf(lacksLandlords)('names of institutional landlords are recognised at least as often as measured', () => {
  const names = readFileSync(landlords, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => /^(?:"([^"]*)"|([^,]*))/.exec(line))
    .map((match) => match?.[1] ?? match?.[2] ?? '');
  const share = shareOf(names, (name) => isInstitution(normaliseOwnerName(name).nameKey) !== null);
  const entityShare = shareOf(names, (name) => normaliseOwnerName(name).isEntity);
  console.log(
    `institutions: ${(100 * share).toFixed(1)} % of ${names.length}, entities: ${(100 * entityShare).toFixed(1)} %`,
  );
  expect(entityShare).toBeGreaterThanOrEqual(0.87);
  expect(share).toBeGreaterThanOrEqual(0.5);
});
