import { ADDRESS_MATCH_LEVELS } from './address-match-levels.ts';
import { encodePropertyId } from './public-ids.ts';

/** How the subject of a request was found; `coordinates`: at the given point, because no address matched. */
export const MATCH_LEVELS = [...ADDRESS_MATCH_LEVELS, 'coordinates'] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

/** The subject that a request was matched to. */
export interface MatchedSubject {
  level: MatchLevel;
  /** Canonical form; null when no address is known at the point. */
  address: string | null;
  /** Internal id; null when the subject is not a known property. */
  propertyId: number | null;
}

/** Headers of responses about an address, with their descriptions. */
export const MATCH_HEADERS = {
  'X-Subject-Address':
    'The address that was used, in canonical form; characters beyond ASCII and % are percent-encoded UTF-8',
  'X-Subject-Property-Id': 'The property at that address, if there is one',
  'X-Match-Level':
    'exact; corrected: the request differs from the record; building: no unit named; geocoded: not in the data;' +
    'coordinates: found by latitude and longitude',
} as const;

/** Headers that describe the matched subject, by lower-case name. */
export function matchHeaders({ level, address, propertyId }: MatchedSubject): Record<string, string> {
  return {
    'x-match-level': level,
    ...(address === null ? {} : { 'x-subject-address': percentEncoded(address) }),
    ...(propertyId === null ? {} : { 'x-subject-property-id': encodePropertyId(propertyId) }),
  };
}

/**
 * Header text that `decodeURIComponent` reads: everything except printable ASCII, and `%`, is percent-encoded
 * UTF-8.
 */
const percentEncoded = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\x20-\x7e]+|%/gu, (part) =>
      [...new TextEncoder().encode(part)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
