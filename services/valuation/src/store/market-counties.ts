import { type Counties, compSubjectRecord, type PhoneShares, type ReadDataset } from '@plat/dataset';
import type { CountyBook } from '../domain/coverage.ts';

/** Counties of the market dataset. */
export const marketCounties = (read: ReadDataset, counties: Counties, phones: PhoneShares): CountyBook => ({
  all: async (asOf, signal) => counties.all(await read(signal), asOf),
  at: async (point, asOf, signal) => (await counties.windowAt(await read(signal), point, asOf)).county,
  of: async (region, propertyId, asOf, signal) => {
    const dataset = await read(signal);
    const record = await compSubjectRecord(dataset, region, propertyId, asOf);
    return record === null ? null : (await counties.windowIn(dataset, { region, ...record }, asOf)).county;
  },
  phoneShare: async ({ region, county_key }, signal) =>
    (await phones.of(await read(signal), region)).get(county_key) ?? 0,
});
