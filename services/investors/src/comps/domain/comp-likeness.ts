import type { InvestorCompsCriteria } from '@plat/contracts';
import type { CompDeal } from '@plat/dataset';

export type SubjectDetails = NonNullable<InvestorCompsCriteria['subject_property_details']>;

/** Comps that differ more from the subject are left out (docs/rules/comps.md). */
const SIZE_MAX_DIFFERENCE = 0.5;
const ROOMS_MAX_DIFFERENCE = 2;
/**
 * As in the smart match (docs/rules/smart-match.md): a difference of this many rooms scores 0, as does double or half
 * the living area.
 */
const ROOMS_APART = 3;
const DISTANCE_SCALE = 0.5;

const clip = (value: number): number => Math.min(1, Math.max(0, value));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** True if a comp is close enough to the subject. An unknown attribute on either side excludes nothing. */
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
 * Similarity of a comp to the subject, 0 to 1: the mean of location, size and utility (bedrooms and bathrooms), each by
 * the formula of docs/rules/smart-match.md. Details that the caller omits drop out of the mean. Details that the comp's
 * record lacks score 0, so that a house of unknown size never ranks above one that is known to be similar.
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
