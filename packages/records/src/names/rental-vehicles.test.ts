import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInstitution, normaliseOwnerName } from './index.ts';
import { RENTAL_VEHICLES } from './rental-vehicles.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const landlords = join(dataDir, 'north-carolina', 'corporate-landlord-names.csv');
const isAbsent = !existsSync(landlords);
if (isAbsent) console.log(`skipped: no names of institutional landlords in ${dataDir}`);

/** Labelled names with their parent companies. */
function readLandlords(): { nameKey: string; label: string }[] {
  const lines = readFileSync(landlords, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', ''));
    return { nameKey: normaliseOwnerName(cells[0] ?? '').nameKey, label: cells[2] ?? '' };
  });
}

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  'INVITATION HOMES': ['Invitation Homes'],
  'AMERICAN HOMES 4 RENT': ['American Homes 4 Rent'],
  'AMHERST RESIDENTIAL (MAIN STREET RENEWAL)': ['Amherst Residential'],
  'BROOKFIELD ASSET MANAGEMENT (CONREX)': ['Brookfield'],
  'FRONT YARD RESIDENTIAL / PROGRESS RESIDENTIAL': ['Pretium Partners', 'Progress Residential'],
  'YAMASA (PROGRESS RESIDENTIAL)': ['Pretium Partners', 'Progress Residential'],
  'HUDSON CAPITAL PROPERTIES': ['Hudson Homes'],
  'VINEBROOK HOMES': ['VineBrook Homes'],
  'NEW RESIDENTIAL INVESTMENT': ['Rithm Capital'],
  'MY COMMUNITY HOMES': ['KKR'],
};

test.skipIf(isAbsent)('recognises landlords whose brand is not listed by the form of their names', () => {
  const names = readLandlords();
  const byForm = names.filter(({ nameKey }) => RENTAL_VEHICLES.some((pattern) => pattern.test(nameKey)));
  console.log(`by form alone: ${((100 * byForm.length) / names.length).toFixed(1)} % of ${names.length}`);
  expect(byForm.length / names.length).toBeGreaterThanOrEqual(0.5);
});

test.skipIf(isAbsent)('gives hardly any name another parent than the label', () => {
  const named = readLandlords().flatMap(({ nameKey, label }) => {
    const found = isInstitution(nameKey);
    return found === null ? [] : [{ label, parent: found.parent }];
  });
  const isUnknown = ({ parent }: { parent: string }) => parent === 'Single-family rental vehicle';
  const right = named.filter(({ label, parent }) => PARENTS[label]?.includes(parent));
  const unknown = named.filter(isUnknown).length;
  const wrong = named.length - right.length - unknown;
  console.log(`parents of ${named.length} names: ${right.length} right, ${unknown} unknown, ${wrong} wrong`);
  expect(wrong).toBeLessThanOrEqual(15);
});
