import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  cityKey,
  normaliseState,
  normaliseStreet,
  normaliseUnit,
  normaliseZip,
  parseAddressLine,
  parseFullAddress,
  streetNameKeyOf,
  unitKeyOf,
} from './index.ts';
import { SUFFIXES } from './suffixes.ts';

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const files = ['usaddress-training.xml', 'usaddress-simple.xml', 'usaddress-multi-word-state.xml'].map((name) =>
  join(dataDir, 'labels', name),
);
const isAbsent = !files.every((file) => existsSync(file));
if (isAbsent) console.log(`skipped: no labelled addresses in ${dataDir}`);

type Part = 'house number' | 'street name' | 'suffix' | 'unit' | 'city' | 'state' | 'zip';

/** Minimum share of parts that are parsed correctly; slightly below the measured shares. */
const FLOORS: Record<Part, number> = {
  'house number': 0.97,
  'street name': 0.86,
  suffix: 0.96,
  unit: 0.85,
  city: 0.84,
  state: 0.97,
  zip: 0.98,
};
/** Labels that are not part of a postal address line: recipients, landmarks, corners, mail codes. */
const OTHER_TEXT =
  /<(?:Recipient|BuildingName|LandmarkName|IntersectionSeparator|CornerOf|NotAddress|SubaddressType|SubaddressIdentifier)>/;

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

interface Labelled {
  text: string;
  tokens: { tag: string; word: string }[];
}

const readLabels = (file: string): Labelled[] =>
  [...readFileSync(file, 'utf8').matchAll(/<AddressString>([\s\S]*?)<\/AddressString>/g)]
    .map((match) => match[1] as string)
    .filter((inner) => !OTHER_TEXT.test(inner))
    .map((inner) => ({
      text: decodeEntities(inner.replace(/<\/?\w+>/g, ''))
        .replace(/\s+/g, ' ')
        .trim(),
      tokens: [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, tag = '', word = '']) => ({
        tag,
        word: decodeEntities(word),
      })),
    }));

function partsOf({ text, tokens }: Labelled): [Part, string | null, string | null][] {
  const labelled = (pattern: RegExp): string =>
    tokens
      .filter(({ tag }) => pattern.test(tag))
      .map(({ word }) => word)
      .join(' ');
  const parsed = parseFullAddress(text);
  const house = labelled(/^AddressNumber(?:Suffix)?$/);
  const unit = labelled(/^Occupancy/);
  const suffix = labelled(/^StreetNamePostType$/).toUpperCase();
  return [
    ['house number', house === '' ? null : parseAddressLine(`${house} Elm St`).houseNumber, parsed.houseNumber],
    ['street name', normaliseStreet(labelled(/^StreetName/))?.streetNameKey ?? null, streetNameKeyOf(parsed)],
    ['suffix', SUFFIXES.get(suffix.replace(/[^A-Z]/g, '')) ?? null, parsed.suffix],
    ['unit', normaliseUnit(unit)?.unitKey ?? null, unitKeyOf(parsed)],
    ['city', cityKey(labelled(/^PlaceName$/)), cityKey(parsed.city)],
    ['state', normaliseState(labelled(/^StateName$/).replaceAll(',', '')), parsed.state],
    ['zip', normaliseZip(labelled(/^ZipCode$/).replaceAll(',', '')), parsed.zip],
  ];
}

test.skipIf(isAbsent)('parses labelled addresses at least as well as measured', () => {
  const right = new Map<Part, number>();
  const all = new Map<Part, number>();
  for (const labelled of files.flatMap(readLabels)) {
    for (const [part, wanted, got] of partsOf(labelled)) {
      if (wanted === null || wanted === '') continue;
      all.set(part, (all.get(part) ?? 0) + 1);
      if (wanted === got) right.set(part, (right.get(part) ?? 0) + 1);
    }
  }
  for (const [part, floor] of Object.entries(FLOORS) as [Part, number][]) {
    const share = (right.get(part) ?? 0) / (all.get(part) ?? 0);
    console.log(`${part}: ${(100 * share).toFixed(1)} % of ${all.get(part)}`);
    expect(share).toBeGreaterThanOrEqual(floor);
  }
});
