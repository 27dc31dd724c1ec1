import { displayLine, parseAddressLine } from '@plat/market';
import type { AreaDeal } from './area-deal.ts';

const ORDINAL = /^\d+(st|nd|rd|th)$/i;
/** A number that a street cannot begin with, unless it is alone, as 400 of the streets of Utah. */
const LEADING_NUMBER = /^(\S*\d\S*)\s+(?=\S)/;
/** A unit that was not understood as one, since it has no digit: `Unit West`. */
const UNREAD_UNIT = /(?<=\s\S+)\s+(apt|unit)\s+\S+$/i;

/** The street without house number and unit: `Main St, Phoenix, AZ 85043` (decision 33); the place alone without a street. */
export function streetAddress(deal: Pick<AreaDeal, 'addressLine' | 'city' | 'state' | 'zip'>): string {
  const street = deal.addressLine === null ? '' : streetOf(deal.addressLine);
  const place = [deal.state, deal.zip].filter(Boolean).join(' ');
  return [street, deal.city, place].filter(Boolean).join(', ');
}

function streetOf(line: string): string {
  const parsed = parseAddressLine(line);
  const shown = displayLine({ ...parsed, houseNumber: null, unitDesignator: null, unitNumber: null, poBox: null });
  let street = shown.replace(UNREAD_UNIT, '');
  for (;;) {
    const [leading, number] = LEADING_NUMBER.exec(street) ?? [];
    if (leading === undefined || number === undefined || !isOfHouse(number, parsed.houseNumber)) return street;
    street = street.slice(leading.length);
  }
}

/**
 * Whether a number that stayed with the street is one of a house: the first that was read as none, `3R`, `1/2`, or the
 * second behind a house such as `100A`. 8 Mile Rd keeps its number. Better no street than a house.
 */
const isOfHouse = (number: string, houseNumber: string | null): boolean =>
  !ORDINAL.test(number) && (houseNumber === null || /\D/.test(number) || /[a-z]/i.test(houseNumber));
