import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normaliseOwnerName } from './index.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const companies = join(dataDir, 'labels', 'probablepeople-company.xml');
const people = join(dataDir, 'labels', 'probablepeople-person.xml');
const lacksLabels = !existsSync(companies) || !existsSync(people);
if (lacksLabels) console.log(`skipped: no labelled names in ${dataDir}`);

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
