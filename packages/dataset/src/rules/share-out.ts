import { round } from '@plat/kit';

/**
 * Splits the results between buyer types: `weight` of the total, rounded half up, are flippers. One type fills up
 * what the other lacks, except at weights 0 and 1, which exclude a type.
 * @param weight 0 to 1
 */
export function shareOut(
  found: { flippers: number; landlords: number },
  weight: number,
  limit: number,
): { flippers: number; landlords: number } {
  if (weight === 1) return { flippers: Math.min(limit, found.flippers), landlords: 0 };
  if (weight === 0) return { flippers: 0, landlords: Math.min(limit, found.landlords) };
  const shown = Math.min(limit, found.flippers + found.landlords);
  const wanted = Math.min(round(shown * weight), found.flippers);
  const landlords = Math.min(shown - wanted, found.landlords);
  return { flippers: shown - landlords, landlords };
}
