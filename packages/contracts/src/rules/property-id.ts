const PREFIX = 'prp_';
/** Base 36 in its only form: lower case, no leading zero. */
const BASE_36 = /^(?:0|[1-9a-z][0-9a-z]{0,10})$/;

/**
 * The public id of a property, at most 15 characters: `prp_` and its internal id in base 36.
 * @throws RangeError for what is no internal id, a whole number from 0 to 2^53 - 1.
 */
export function encodePropertyId(internalId: number): string {
  if (!Number.isSafeInteger(internalId) || internalId < 0) throw new RangeError('not an internal property id');
  return PREFIX + internalId.toString(36);
}

/** The internal id behind a public one; null for text that is no property id. */
export function decodePropertyId(propertyId: string): number | null {
  const digits = propertyId.slice(PREFIX.length);
  if (!propertyId.startsWith(PREFIX) || !BASE_36.test(digits)) return null;
  const internalId = Number.parseInt(digits, 36);
  return Number.isSafeInteger(internalId) ? internalId : null;
}
