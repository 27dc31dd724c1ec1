import type { FieldProblem } from '../errors.ts';
import { addressTextProblems } from './address-text.ts';

interface SubjectLocation {
  address?: string | null;
  latitude?: number | null;
  longitude?: number | null;
}

/** An address without the spaces around it; an empty or blank one is the same as none (decision 5). */
export const givenAddress = (address: string | null | undefined): string | null => address?.trim() || null;

/**
 * An address must be text that can be read; neither it nor both coordinates is an error that names what is missing
 * (decision 6).
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
