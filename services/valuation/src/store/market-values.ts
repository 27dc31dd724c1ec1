import type { ReadDataset } from '@plat/dataset';
import type { ValueModels } from '@plat/value-model';
import type { ValueEstimator } from '../domain/ports.ts';

/** Values from the models of the market dataset. */
export const marketValues = (read: ReadDataset, models: ValueModels): ValueEstimator => ({
  valueOf: async (property, asOf, signal) => models.valueOf(await read(signal), property, asOf),
});
