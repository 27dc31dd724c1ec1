import { displayLine, parseAddressLine } from '@plat/records';
import type { AreaDeal } from './area-deal.ts';

const ORDINAL = /^\d+(st|nd|rd|th)$/i;
/** A number that a street cannot begin with, unless it is alone, as 400 of the streets of Utah. */
const LEADING_NUMBER = /^(\S*\d\S*)\s+(?=\S)/;
/** What joins house numbers: `10 & 12`, `10 to 14`. */
const LEADING_JOINT = /^(and|to|thru|lot)\s+(?=\S*\d)/i;
/** A unit that was not understood as one, since it has no digit: `Unit West`. */
const UNREAD_UNIT = /(?<=\s\S+)\s+(apt|unit|ste|suite|bldg|floor|lot)\s+\S+$/i;
const FRACTIONS = /[¼½¾⅓⅔]/g;

/** The street without house number and unit: `Main St, Phoenix, AZ 85043` (decision 33); the place alone without a street. */
export function streetAddress(deal: Pick<AreaDeal, 'addressLine' | 'city' | 'state' | 'zip'>): string {
  const street = deal.addressLine === null ? '' : streetOf(deal.addressLine);
  const place = [deal.state, deal.zip].filter(Boolean).join(' ');
  return [street, deal.city, place].filter(Boolean).join(', ');
}

function streetOf(text: string): string {
  const line = text.replace(FRACTIONS, ' ');
  const parsed = parseAddressLine(line);
  const shown = displayLine({ ...parsed, houseNumber: null, unitDesignator: null, unitNumber: null, poBox: null });
  let street = shown.replace(UNREAD_UNIT, '');
  for (;;) {
    const joint = LEADING_JOINT.exec(street)?.[0] ?? '';
    const [leading, number] = LEADING_NUMBER.exec(street.slice(joint.length)) ?? [];
    if (leading === undefined || number === undefined) return street;
    if (joint === '' && !isOfHouse(number, parsed.houseNumber, line)) return street;
    street = street.slice(joint.length + leading.length);
  }
}

/**
 * Whether a number that stayed with the street is one of a house: the first that was read as none, `3R`, `1/2`, the second
 * behind a house such as `100A`, or one of a list `10, 12`. 8 Mile Rd keeps its number. Better no street than a house.
 */
const isOfHouse = (number: string, houseNumber: string | null, line: string): boolean =>
  !ORDINAL.test(number) &&
  (houseNumber === null ||
    /\D/.test(number) ||
    /[a-z]/i.test(houseNumber) ||
    new RegExp(`\\d\\s*[,&/+-]\\s*${number}\\s`).test(line));
