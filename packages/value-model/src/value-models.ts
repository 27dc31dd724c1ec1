import type { Dataset, DatasetRow } from '@plat/dataset';
import { decodeModel } from './model-codec.ts';
import { createPropertyValuer, type PropertyValue, type PropertyValuer } from './property-value.ts';

export type { PropertyValue } from './property-value.ts';

export interface ValueModels {
  /**
   * Null if the region has no model (prices not public, too few sales), for land and other types, and if the
   * property lacks needed facts. @param asOf YYYY-MM-DD
   */
  valueOf(dataset: Dataset, property: DatasetRow<'property'>, asOf: string): Promise<PropertyValue | null>;
}

/** The value models of the dataset. Reads a region's model on first use and keeps it until another build serves. */
export function createValueModels(): ValueModels {
  const loaded = new Map<string, { build: string | undefined; valuer: Promise<PropertyValuer | null> }>();
  const valuerOf = (dataset: Dataset, region: string): Promise<PropertyValuer | null> => {
    const build = dataset.buildOf(region);
    const known = loaded.get(region);
    if (known !== undefined && known.build === build) return known.valuer;
    const valuer = loadValuer(dataset, region).catch((error: unknown) => {
      if (loaded.get(region)?.valuer === valuer) loaded.delete(region);
      throw error;
    });
    loaded.set(region, { build, valuer });
    return valuer;
  };
  return {
    valueOf: async (dataset, property, asOf) =>
      (await valuerOf(dataset, property.region))?.valueOf(property, asOf) ?? null,
  };
}

async function loadValuer({ ask, rowsOf }: Dataset, region: string): Promise<PropertyValuer | null> {
  const parts = await ask<{ content: string; model_version: string }>(
    `select content, model_version from ${rowsOf('value_model', [region])} value_model order by part`,
    [],
  );
  const [first] = parts;
  if (first === undefined) return null;
  return createPropertyValuer(decodeModel(parts.map(({ content }) => content).join('')), first.model_version);
}
