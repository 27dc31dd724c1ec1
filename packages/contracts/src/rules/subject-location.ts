import type { FieldProblem } from '../errors.ts';
import { addressTextProblems } from './address-text.ts';

interface SubjectLocation {
  address?: string | null;
  latitude?: number | null;
  longitude?: number | null;
}

/** A trimmed address; an empty or blank one counts as none. */
export const givenAddress = (address: string | null | undefined): string | null => address?.trim() || null;

/**
 * An address must be readable text. Without an address, both coordinates are required; the error names what is
 * missing.
 */
export function addressOrCoordinates({ address, latitude, longitude }: SubjectLocation): FieldProblem[] {
  const given = givenAddress(address);
  if (given !== null) return addressTextProblems(given);
  const hasLatitude = typeof latitude === 'number';
  const hasLongitude = typeof longitude === 'number';
  if (hasLatitude && hasLongitude) return [];
  if (!hasLatitude && !hasLongitude) {
    return [{ field: 'address', problem: 'is required, or both latitude and longitude' }];
  }
  const [missing, present] = hasLatitude ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
  return [{ field: missing, problem: `is required with ${present} when there is no address` }];
}
