/** Half-up to a whole number; the nudge undoes binary fractions such as 0.145 * 100 that lie just below their decimal. */
const roundHalfUp = (value: number): number => Math.round(value * (1 + 4 * Number.EPSILON));

/**
 * How many of each buyer type are shown of those found: `weight` of the whole, rounded half-up, flippers. What one type
 * lacks the other fills up, except at weights 0 and 1, which exclude a type (decision 31).
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
  const wanted = Math.min(roundHalfUp(shown * weight), found.flippers);
  const landlords = Math.min(shown - wanted, found.landlords);
  return { flippers: shown - landlords, landlords };
}
