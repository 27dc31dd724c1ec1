import { ADDRESS_MATCH_LEVELS } from '../operations/resolve-address.ts';
import { encodePropertyId } from './property-id.ts';

/** How the subject of a request was found; `coordinates`: at the point sent, for want of a matching address. */
export const MATCH_LEVELS = [...ADDRESS_MATCH_LEVELS, 'coordinates'] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

/** What a request was taken to be about. */
export interface MatchedSubject {
  level: MatchLevel;
  /** Canonical form; null when no address is known at the point. */
  address: string | null;
  /** Internal id; null when no property stands for the subject. */
  propertyId: number | null;
}

/** The headers of answers that are about an address, with what they say. */
export const MATCH_HEADERS = {
  'X-Subject-Address':
    'The address that was searched for, in canonical form; characters beyond ASCII and % are percent-encoded UTF-8',
  'X-Subject-Property-Id': 'The property at that address, when there is one',
  'X-Match-Level':
    'exact; corrected: the request differs from the record; building: unit not named; geocoded: not in the data; ' +
    'coordinates: found by latitude and longitude',
} as const;

/** The headers that say what a request was taken to be about, by lower-case name. */
export function matchHeaders({ level, address, propertyId }: MatchedSubject): Record<string, string> {
  return {
    'x-match-level': level,
    ...(address === null ? {} : { 'x-subject-address': percentEncoded(address) }),
    ...(propertyId === null ? {} : { 'x-subject-property-id': encodePropertyId(propertyId) }),
  };
}

/** Header text as `decodeURIComponent` reads it: everything but printable ASCII, and `%`, as percent-encoded UTF-8. */
const percentEncoded = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\x20-\x7e]+|%/gu, (part) =>
      [...new TextEncoder().encode(part)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
