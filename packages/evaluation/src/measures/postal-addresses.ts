import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AddressParts,
  cityKey,
  normaliseState,
  normaliseStreet,
  normaliseUnit,
  normaliseZip,
  type ParsedLine,
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

/** Each part by label, and as Plat reads it; by default from the whole text. */
function partsOf(
  { text, tokens }: LabelledAddress,
  read: ParsedLine & Partial<AddressParts> = parseFullAddress(text),
): Record<Part, Read> {
  const labelled = (pattern: RegExp): string =>
    tokens
      .filter(({ tag }) => pattern.test(tag))
      .map(({ word }) => word)
      .join(' ');
  const parsed = { city: null, state: null, zip: null, ...read };
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

const LINE_PARTS = ['house number', 'street name', 'suffix', 'unit'] as const;
const OF_PLACE = /^(?:PlaceName|StateName|ZipCode|ZipPlus4|CountryName)$/;

/** Whether the line alone, without its city, state and ZIP, is read as labelled; null for boxes and bare places. */
function isLineAlike({ tokens }: LabelledAddress): boolean | null {
  const ofLine = tokens.filter(({ tag }) => !OF_PLACE.test(tag));
  if (ofLine.length === 0 || ofLine.some(({ tag }) => tag.startsWith('USPSBox'))) return null;
  const text = ofLine
    .map(({ word }) => word)
    .join(' ')
    .replace(/,\s*$/, '');
  const parts = partsOf({ text, tokens: ofLine }, parseAddressLine(text));
  return LINE_PARTS.every((part) => isAlike(parts[part]));
}

const isAlike = ([wanted, got]: Read): boolean => wanted === null || wanted === '' || wanted === got;

export const postalAddresses: Measure = {
  id: 'postal-addresses',
  title: 'Postal addresses',
  answers:
    'Each part of a labelled address that Plat reads as the label says, of the addresses that have the part. The street name counts with its directionals. A whole line is alike when house number, street name, suffix and unit are, read without city, state and ZIP.',
  records: 'labelled addresses of the United States (usaddress), no period',
  needs: FILES,
  tuned: 'the words of addresses, on some of these',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const labels = FILES.flatMap((file) => readLabels(join(records, file)));
    const read = labels.map((label) => partsOf(label));
    const lines = labels.map(isLineAlike).filter((alike) => alike !== null);
    const wholeLine = shareFigure('whole line', lines.filter(Boolean).length, lines.length, { atLeast: 0.99 });
    const parts = PARTS.map((part) => {
      const labelled = read.map((parts) => parts[part]).filter(([wanted]) => wanted !== null && wanted !== '');
      return shareFigure(part, labelled.filter(([wanted, got]) => wanted === got).length, labelled.length);
    });
    return [wholeLine, ...parts];
  },
};
