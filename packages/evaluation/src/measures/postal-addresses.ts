import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cityKey,
  normaliseState,
  normaliseStreet,
  normaliseUnit,
  normaliseZip,
  parseAddressLine,
  parseFullAddress,
  SUFFIXES,
  streetNameKeyOf,
  unitKeyOf,
} from '@plat/records';
import { shareFigure } from '../figures.ts';
import { WILSON } from '../intervals.ts';
import type { Measure } from '../measure.ts';

const FILES = ['usaddress-training.xml', 'usaddress-simple.xml', 'usaddress-multi-word-state.xml'].map((name) =>
  join('labels', name),
);

const PARTS = ['house number', 'street name', 'suffix', 'unit', 'city', 'state', 'ZIP code'] as const;
type Part = (typeof PARTS)[number];

/** Labels that are not part of a postal address line: recipients, landmarks, corners, mail codes. */
const OTHER_TEXT =
  /<(?:Recipient|BuildingName|LandmarkName|IntersectionSeparator|CornerOf|NotAddress|SubaddressType|SubaddressIdentifier)>/;

interface LabelledAddress {
  text: string;
  tokens: { tag: string; word: string }[];
}

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

const readLabels = (file: string): LabelledAddress[] =>
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

type Read = readonly [wanted: string | null, got: string | null];

/** Each part by label, and as Plat reads it from the whole text. */
function partsOf({ text, tokens }: LabelledAddress): Record<Part, Read> {
  const labelled = (pattern: RegExp): string =>
    tokens
      .filter(({ tag }) => pattern.test(tag))
      .map(({ word }) => word)
      .join(' ');
  const parsed = parseFullAddress(text);
  const house = labelled(/^AddressNumber(?:Suffix)?$/);
  const suffix = labelled(/^StreetNamePostType$/)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return {
    'house number': [house === '' ? null : parseAddressLine(`${house} Elm St`).houseNumber, parsed.houseNumber],
    'street name': [normaliseStreet(labelled(/^StreetName/))?.streetNameKey ?? null, streetNameKeyOf(parsed)],
    suffix: [SUFFIXES.get(suffix) ?? null, parsed.suffix],
    unit: [normaliseUnit(labelled(/^Occupancy/))?.unitKey ?? null, unitKeyOf(parsed)],
    city: [cityKey(labelled(/^PlaceName$/)), cityKey(parsed.city)],
    state: [normaliseState(labelled(/^StateName$/).replaceAll(',', '')), parsed.state],
    'ZIP code': [normaliseZip(labelled(/^ZipCode$/).replaceAll(',', '')), parsed.zip],
  };
}

export const postalAddresses: Measure = {
  id: 'postal-addresses',
  title: 'Postal addresses',
  answers:
    'Each part of a labelled address that Plat reads as the label says, of the addresses that have the part. The street name counts with its directionals.',
  records: 'labelled addresses of the United States (usaddress), no period',
  needs: FILES,
  tuned: 'the words of addresses, on some of these',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const read = FILES.flatMap((file) => readLabels(join(records, file))).map(partsOf);
    return PARTS.map((part) => {
      const labelled = read.map((parts) => parts[part]).filter(([wanted]) => wanted !== null && wanted !== '');
      return shareFigure(part, labelled.filter(([wanted, got]) => wanted === got).length, labelled.length);
    });
  },
};
