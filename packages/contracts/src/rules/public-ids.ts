/** Base 36 in its only form: lower case, no leading zero. */
const BASE_36 = /^(?:0|[1-9a-z][0-9a-z]{0,10})$/;

/** Public ids of one kind, at most 15 characters: the prefix and the internal id in base 36. */
const publicIds = (prefix: string) => ({
  encode: (internalId: number): string => {
    if (!Number.isSafeInteger(internalId) || internalId < 0) throw new RangeError('not an internal id');
    return prefix + internalId.toString(36);
  },
  decode: (publicId: string): number | null => {
    const digits = publicId.slice(prefix.length);
    if (!publicId.startsWith(prefix) || !BASE_36.test(digits)) return null;
    const internalId = Number.parseInt(digits, 36);
    return Number.isSafeInteger(internalId) ? internalId : null;
  },
});

const properties = publicIds('prp_');
const buyers = publicIds('buy_');

/**
 * The public id of a property: `prp_` and its internal id in base 36.
 * @throws RangeError unless the internal id is a whole number from 0 to 2^53 - 1.
 */
export const encodePropertyId = properties.encode;
/** The internal id of a public one; null for text that is not a property id. */
export const decodePropertyId = properties.decode;

/**
 * The public id of a buyer: `buy_` and its internal id in base 36.
 * @throws RangeError unless the internal id is a whole number from 0 to 2^53 - 1.
 */
export const encodeBuyerId = buyers.encode;
/** The internal id of a public one; null for text that is not a buyer id. */
export const decodeBuyerId = buyers.decode;
