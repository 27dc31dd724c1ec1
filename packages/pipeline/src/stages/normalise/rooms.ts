import { sqlTexts } from '@plat/dataset';
import { RESIDENTIAL_TYPES } from '../../rules/rental.ts';

/**
 * Numbers of rooms, as SQL over columns `bedrooms` and `bathrooms` of a roll. Rolls write 0 for uncounted rooms:
 * every home has a bathroom, and only a flat or a house of flats with bathrooms may have studios alone.
 * @param propertyType SQL of the normalised type.
 */
export function knownRoomsSql(roll: string, propertyType: string): { bedrooms: string; bathrooms: string } {
  const isHome = `${propertyType} IN (${sqlTexts(RESIDENTIAL_TYPES)})`;
  const hasStudios = `${propertyType} IN ('CONDO', 'MFR') AND ${roll}.bathrooms > 0`;
  return {
    bedrooms: `CASE WHEN ${roll}.bedrooms > 0 OR NOT ${isHome} OR (${hasStudios}) THEN ${roll}.bedrooms END`,
    bathrooms: `CASE WHEN ${roll}.bathrooms > 0 OR NOT ${isHome} THEN ${roll}.bathrooms END`,
  };
}
