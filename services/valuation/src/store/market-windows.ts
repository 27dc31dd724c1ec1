import type { Counties, ReadDataset } from '@plat/dataset';
import type { RecordsWindows } from '../domain/ports.ts';

/** Windows of the counties in the market dataset. */
export const marketWindows = (read: ReadDataset, counties: Counties): RecordsWindows => ({
  of: async ({ property: { region }, countyKey }, asOf, signal) =>
    counties.windowIn(await read(signal), { region, countyKey }, asOf),
});
