import { displayLine, parseAddressLine } from '@plat/records';
import type { AreaDeal } from './area-deal.ts';

const ORDINAL = /^\d+(st|nd|rd|th)$/i;
/** A number that cannot start a street name, unless it stands alone, such as 400 in Utah. */
const LEADING_NUMBER = /^(\S*\d\S*)\s+(?=\S)/;
/** Joins house numbers: `10 & 12`, `10 to 14`. */
const LEADING_JOINT = /^(and|to|thru|lot)\s+(?=\S*\d)/i;
/** A unit without a digit, which the parser does not recognize: `Unit West`. */
const UNREAD_UNIT = /(?<=\s\S+)\s+(apt|unit|ste|suite|bldg|floor|lot)\s+\S+$/i;
const FRACTIONS = /[¼½¾⅓⅔]/g;

/** The street without house number and unit: `Main St, Phoenix, AZ 85043`; the place alone without a street. */
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
 * True if a number left in the street belongs to a house: an unrecognized first one (`3R`, `1/2`), the second after
 * a house such as `100A`, or one of a list `10, 12`. 8 Mile Rd keeps its number. When unsure, drop the street.
 */
const isOfHouse = (number: string, houseNumber: string | null, line: string): boolean =>
  !ORDINAL.test(number) &&
  (houseNumber === null ||
    /\D/.test(number) ||
    /[a-z]/i.test(houseNumber) ||
    new RegExp(`\\d\\s*[,&/+-]\\s*${number}\\s`).test(line));
