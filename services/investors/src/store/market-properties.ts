import type { PropertyType } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { type DatasetRow, nearestProperty, propertyById } from '@plat/market';
import type { SubjectFacts } from '../domain/deal.ts';
import type { PropertyFinder, PropertyIds } from '../domain/ports.ts';
import { untilAborted } from './until-aborted.ts';

/** Properties of the market dataset. */
export const marketProperties = (sql: Sql): PropertyFinder & PropertyIds => ({
  facts: async (propertyId, signal) => factsFromRow(await propertyById(untilAborted(sql, signal), propertyId)),
  factsAt: async ({ latitude, longitude }, signal) =>
    factsFromRow(await nearestProperty(untilAborted(sql, signal), latitude, longitude)),
  idAt: async ({ latitude, longitude }, signal) =>
    (await nearestProperty(untilAborted(sql, signal), latitude, longitude))?.property_id ?? null,
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
