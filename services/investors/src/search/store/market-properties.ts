import type { PropertyType } from '@plat/contracts';
import { type DatasetRow, nearestProperty, propertyById, type ReadDataset } from '@plat/dataset';
import type { SubjectFacts } from '../../deals/index.ts';
import type { PropertyFinder } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (read: ReadDataset): PropertyFinder => ({
  facts: async (propertyId, signal) => {
    const row = await propertyById(await read(signal), propertyId);
    return row === null ? null : factsFromRow(row);
  },
  at: async ({ latitude, longitude }, signal) => {
    const row = await nearestProperty(await read(signal), latitude, longitude);
    return row === null ? null : { propertyId: row.property_id, address: row.address, facts: factsFromRow(row) };
  },
});

const factsFromRow = (row: DatasetRow<'property'>): SubjectFacts => ({
  propertyType: row.property_type as PropertyType,
  bedrooms: row.bedrooms,
  bathrooms: row.bathrooms,
  livingSquareFeet: row.living_square_feet,
  estimatedValue: row.estimated_value,
});
