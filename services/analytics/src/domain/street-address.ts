import { displayLine, parseAddressLine } from '@plat/market';
import type { AreaDeal } from './area-deal.ts';

const ORDINAL = /^\d+(st|nd|rd|th)$/i;
/** A number that a street cannot begin with, unless it is alone, as 400 of the streets of Utah. */
const LEADING_NUMBER = /^\S*\d\S*\s+(?=\S)/;

/** The street without house number and unit: `Main St, Phoenix, AZ 85043` (decision 33); the place alone without a street. */
export function streetAddress(deal: Pick<AreaDeal, 'addressLine' | 'city' | 'state' | 'zip'>): string {
  const street = deal.addressLine === null ? '' : streetOf(deal.addressLine);
  const place = [deal.state, deal.zip].filter(Boolean).join(' ');
  return [street, deal.city, place].filter(Boolean).join(', ');
}

function streetOf(line: string): string {
  const parsed = parseAddressLine(line);
  const street = displayLine({ ...parsed, houseNumber: null, unitDesignator: null, unitNumber: null, poBox: null });
  // A number that was not understood as one of a house stays with the street; better no street than a house.
  const first = street.split(' ')[0] ?? '';
  return parsed.houseNumber !== null || ORDINAL.test(first) ? street : street.replace(LEADING_NUMBER, '');
}
