import type { Sql } from '@plat/db';
import type { DatasetRow } from '../dataset/tables.ts';

/** What a property would bring on a day (decision C.8), in US dollars. */
export interface PropertyValue {
  value: number;
  /** The range that holds the price of a sale 85 times in 100. */
  valueLow: number;
  valueHigh: number;
  /** Robust standard deviation of log errors on later sales: 0.10 is about 10 percent. */
  fsd: number;
  /** 0 to 100, from `fsd`. */
  confidenceScore: number;
  confidenceLevel: 0.85;
  /** YYYY-MM-DD */
  asOf: string;
  modelVersion: string;
}

export interface ValueModels {
  /**
   * Null where the region has no model (prices not public, too few sales), for land and other types, and when the
   * property lacks what the model needs.
   */
  valueOf(property: DatasetRow<'property'>, asOf: string): Promise<PropertyValue | null>;
  close(): Promise<void>;
}

/** The value models of the dataset that serves, loaded region by region when first asked and again after a new version. */
export function openValueModels(_sql: Sql): ValueModels {
  return { valueOf: async () => null, close: async () => {} };
}
