import type { InvestorCompsCriteria } from '@plat/contracts';
import type { CompDeal } from '../../deals/index.ts';

export type SubjectDetails = NonNullable<InvestorCompsCriteria['subject_property_details']>;

/** Comps further from the subject than this are left out (decision 41). */
export const SIZE_MAX_DIFFERENCE = 0.5;
export const ROOMS_MAX_DIFFERENCE = 2;
/** As in the smart match (C.7): this many rooms apart are no likeness, and so is double or half the living area. */
const ROOMS_APART = 3;
const DISTANCE_SCALE = 0.5;

const clip = (value: number): number => Math.min(1, Math.max(0, value));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether a comp is close enough to be one; what is unknown on either side rules nothing out. */
export function isComparable(deal: CompDeal, { square_feet, bedrooms, bathrooms }: SubjectDetails): boolean {
  const within = (known: number | null, asked: number | null, slack: number) =>
    known === null || asked === null || Math.abs(known - asked) <= slack;
  return (
    (!square_feet || within(deal.livingSquareFeet, square_feet, SIZE_MAX_DIFFERENCE * square_feet)) &&
    within(deal.bedrooms, bedrooms, ROOMS_MAX_DIFFERENCE) &&
    within(deal.bathrooms, bathrooms, ROOMS_MAX_DIFFERENCE)
  );
}

/**
 * How close a comp is to the subject, 0 to 1: the mean of location, size and utility (bedrooms and bathrooms), each by
 * the formula of C.7. What the caller left out drops out of the mean (decision 38); what a comp's record lacks is no
 * likeness, so that a house of unknown size never stands above one that is known to be alike.
 */
export function likeness(deal: CompDeal, details: SubjectDetails, radiusMiles: number): number {
  const { square_feet, bedrooms, bathrooms } = details;
  const parts = [Math.exp(-deal.distanceMiles / (DISTANCE_SCALE * radiusMiles))];
  if (square_feet) parts.push(likeAmounts(deal.livingSquareFeet, square_feet));
  const rooms = [
    ...(bedrooms === null ? [] : [likeRooms(deal.bedrooms, bedrooms)]),
    ...(bathrooms === null ? [] : [likeRooms(deal.bathrooms, bathrooms)]),
  ];
  if (rooms.length > 0) parts.push(mean(rooms));
  return mean(parts);
}

const likeAmounts = (known: number | null, asked: number): number =>
  known ? clip(1 - Math.abs(Math.log(known / asked)) / Math.LN2) : 0;

const likeRooms = (known: number | null, asked: number): number =>
  known === null ? 0 : clip(1 - Math.abs(known - asked) / ROOMS_APART);
