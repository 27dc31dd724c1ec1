import type { PropertyType } from '@plat/contracts';
import { type DatasetRow, nearestProperty, propertyById, type ReadDataset } from '@plat/market';
import type { SubjectFacts } from '../domain/deal.ts';
import type { PropertyFinder, PropertyIds } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (read: ReadDataset): PropertyFinder & PropertyIds => ({
  facts: async (propertyId, signal) => factsFromRow(await propertyById(await read(signal), propertyId)),
  factsAt: async ({ latitude, longitude }, signal) =>
    factsFromRow(await nearestProperty(await read(signal), latitude, longitude)),
  idAt: async ({ latitude, longitude }, signal) =>
    (await nearestProperty(await read(signal), latitude, longitude))?.property_id ?? null,
});

const factsFromRow = (row: DatasetRow<'property'> | null): SubjectFacts | null =>
  row === null
    ? null
    : {
        propertyType: row.property_type as PropertyType,
        bedrooms: row.bedrooms,
        bathrooms: row.bathrooms,
        livingSquareFeet: row.living_square_feet,
        estimatedValue: row.estimated_value,
      };
