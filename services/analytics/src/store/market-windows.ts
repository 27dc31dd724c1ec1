import type { Counties, ReadDataset } from '@plat/dataset';
import type { RecordsWindows } from '../domain/ports.ts';

/** Windows of the counties in the market dataset. */
export const marketWindows = (read: ReadDataset, counties: Counties): RecordsWindows => ({
  at: async (center, asOf, signal) => counties.windowAt(await read(signal), center, asOf),
});
