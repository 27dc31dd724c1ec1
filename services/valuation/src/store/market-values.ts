import type { ReadDataset, ValueModels } from '@plat/market';
import type { ValueEstimator } from '../domain/ports.ts';

/** Values by the models of the market dataset. */
export const marketValues = (read: ReadDataset, models: ValueModels): ValueEstimator => ({
  valueOf: async (property, asOf, signal) => models.valueOf(await read(signal), property, asOf),
});
