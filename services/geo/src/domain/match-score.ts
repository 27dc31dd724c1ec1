import { type AddressParts, cityKey, type StreetParts, streetNameKeyOf } from '@plat/records';
import { directionalRelation } from './compare-street.ts';
import type { Gazetteer, KnownStreet } from './gazetteer.ts';
import { withinOneTypo } from './one-typo.ts';

/** Factors by which a difference lowers the confidence of a match; 1 is an exact match. */
export const MATCH_FACTORS = {
  nameTypo: 0.85,
  nameBegun: 0.8,
  directionalMissing: 0.9,
  directionalExtra: 0.85,
  directionalMoved: 0.95,
  suffixMissing: 0.95,
  suffixExtra: 0.9,
  suffixOther: 0.7,
  cityTypo: 0.93,
  cityOther: 0.9,
  zipTypo: 0.9,
  zipOther: 0.8,
} as const;

/** Weaker matches are not offered. */
const MIN_SCORE = 0.45;

export interface StreetCandidate {
  street: KnownStreet;
  /** 0 to 1, of the street alone. */
  score: number;
}

/** Candidate streets of a parsed line, best first: the street itself, other directionals and suffixes, misspellings. */
export function streetCandidates(gazetteer: Gazetteer, parts: AddressParts, isBegun: boolean): StreetCandidate[] {
  const name = streetNameKeyOf(parts);
  if (name === '') return [];
  const candidates: StreetCandidate[] = [];
  const add = (nameKey: string, factor: number): void => {
    for (const street of gazetteer.streetsNamed(nameKey)) {
      const score = factor * streetScore(parts, street.parts);
      if (score >= MIN_SCORE) candidates.push({ street, score });
    }
  };
  add(name, 1);
  for (const near of gazetteer.namesNear(name)) add(near.name, MATCH_FACTORS.nameTypo ** near.edits);
  if (isBegun && candidates.length === 0 && name.length >= 4) {
    for (const begun of gazetteer.namesBeginning(name, 50)) add(begun, MATCH_FACTORS.nameBegun);
  }
  return candidates.sort((a, b) => b.score - a.score || a.street.streetKey.localeCompare(b.street.streetKey));
}

function streetScore(asked: StreetParts, known: StreetParts): number {
  return directionalFactor(asked, known) * suffixFactor(asked.suffix, known.suffix);
}

function directionalFactor(written: StreetParts, recorded: StreetParts): number {
  switch (directionalRelation(written, recorded)) {
    case 'same':
      return 1;
    case 'moved':
      return MATCH_FACTORS.directionalMoved;
    case 'left_out':
      return MATCH_FACTORS.directionalMissing;
    case 'lacking':
      return MATCH_FACTORS.directionalExtra;
    case 'contradicting':
      return 0;
  }
}

function suffixFactor(asked: string | null, known: string | null): number {
  if (asked === known) return 1;
  if (asked === null) return MATCH_FACTORS.suffixMissing;
  return known === null ? MATCH_FACTORS.suffixExtra : MATCH_FACTORS.suffixOther;
}

export interface Place {
  region: string;
  city: string | null;
  zip: string | null;
}

/** Fit of an address's place, 0 on contradiction. Omitted parts do not count. */
export function placeScore(asked: AddressParts, place: Place, isBegun: boolean): number {
  if (asked.state !== null && asked.state !== place.region) return 0;
  const askedCity = cityKey(asked.city);
  const city = cityKey(place.city);
  const cityFactor = askedCity === null || city === null ? 1 : cityMatch(askedCity, city, isBegun);
  const zipFactor = asked.zip === null || place.zip === null ? 1 : zipMatch(asked.zip, place.zip);
  // Several towns share a ZIP code, and a ZIP code is easily mistyped: one of the two must match.
  if (cityFactor === 0) return asked.zip !== null && zipFactor === 1 ? MATCH_FACTORS.cityOther : 0;
  if (zipFactor === 0) return askedCity !== null && cityFactor === 1 ? MATCH_FACTORS.zipOther : 0;
  return cityFactor * zipFactor;
}

function cityMatch(asked: string, known: string, isBegun: boolean): number {
  if (asked === known || (isBegun && known.startsWith(asked))) return 1;
  return asked.length >= 4 && withinOneTypo(asked, known) ? MATCH_FACTORS.cityTypo : 0;
}

const zipMatch = (asked: string, known: string): number =>
  asked === known ? 1 : withinOneTypo(asked, known) ? MATCH_FACTORS.zipTypo : 0;
