export const MIN_RADIUS_MILES = 0.1;
export const MAX_RADIUS_MILES = 10;

/** Steps that a hand can hit on the map: finer for small radii. */
const stepAt = (miles: number): number => (miles < 3 ? 0.1 : 0.5);

/** The nearest radius that the ring takes. */
export function snapRadius(miles: number): number {
  const bounded = Math.min(Math.max(miles, MIN_RADIUS_MILES), MAX_RADIUS_MILES);
  const step = stepAt(bounded);
  return Number((Math.round(bounded / step) * step).toFixed(1));
}

/** The radius after a key on the handle of the ring; null for keys without a meaning there. */
export function radiusAfterKey(miles: number, key: string): number | null {
  const step = stepAt(miles);
  // Down from the first radius of a step, the finer step applies.
  const down = stepAt(miles - 0.01);
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return snapRadius(miles + step);
    case 'ArrowDown':
    case 'ArrowLeft':
      return snapRadius(miles - down);
    case 'PageUp':
      return snapRadius(miles + 5 * step);
    case 'PageDown':
      return snapRadius(miles - 5 * down);
    case 'Home':
      return MIN_RADIUS_MILES;
    case 'End':
      return MAX_RADIUS_MILES;
    default:
      return null;
  }
}

export const radiusText = (miles: number): string => `${miles} ${miles === 1 ? 'mile' : 'miles'}`;
