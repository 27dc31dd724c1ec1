import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';
import { type DatasetWatch, watchDataset } from '../queries/watch-dataset.ts';
import { decodeModel } from './model-codec.ts';
import { createPropertyValuer, type PropertyValue, type PropertyValuer } from './property-value.ts';

export type { PropertyValue } from './property-value.ts';

export interface ValueModels {
  /**
   * Null where the region has no model (prices not public, too few sales), for land and other types, and when the
   * property lacks what the model needs. @param asOf YYYY-MM-DD
   */
  valueOf(property: DatasetRow<'property'>, asOf: string): Promise<PropertyValue | null>;
  close(): Promise<void>;
}

/**
 * The value models of the dataset that serves. A region's model is read when it is first asked for and kept in memory until
 * another version serves.
 */
export function openValueModels(sql: Sql): ValueModels {
  let loaded = new Map<string, Promise<PropertyValuer | null>>();
  let watching: Promise<DatasetWatch> | null = null;

  const watch = (): Promise<DatasetWatch> => {
    watching ??= watchDataset(sql, () => {
      loaded = new Map();
    }).catch((error: unknown) => {
      // The next question tries again: without the watch a model would be kept for ever.
      watching = null;
      throw error;
    });
    return watching;
  };

  const valuerOf = (region: string): Promise<PropertyValuer | null> => {
    const models = loaded;
    const known = models.get(region);
    if (known !== undefined) return known;
    const loading = loadValuer(sql, region).catch((error: unknown) => {
      models.delete(region);
      throw error;
    });
    models.set(region, loading);
    return loading;
  };

  return {
    async valueOf(property, asOf) {
      await watch();
      const valuer = await valuerOf(property.region);
      return valuer?.valueOf(property, asOf) ?? null;
    },
    async close() {
      const watch = await watching?.catch(() => null);
      await watch?.stop();
    },
  };
}

async function loadValuer(sql: Sql, region: string): Promise<PropertyValuer | null> {
  const parts = await sql<{ content: string; model_version: string }[]>`
    select content, model_version from market.value_model where region = ${region} order by part`;
  const [first] = parts;
  if (first === undefined) return null;
  return createPropertyValuer(decodeModel(parts.map(({ content }) => content).join('')), first.model_version);
}
