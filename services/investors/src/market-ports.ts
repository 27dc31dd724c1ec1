import type { Counties, ReadDataset } from '@plat/dataset';
import { marketComps } from './comps/index.ts';
import { marketContacts } from './contacts/index.ts';
import type { LegacyDealFinder, PropertyRecordFinder } from './legacy/index.ts';
import { marketLegacyDeals, marketLegacyRecords } from './legacy/index.ts';
import type { OwnerBook } from './owners/index.ts';
import { marketBuyerDeals, marketOwners } from './owners/index.ts';
import type {
  BuyerDealFinder,
  CompFinder,
  ContactBook,
  DealFinder,
  PropertyFinder,
  RecordsWindows,
} from './search/index.ts';
import { marketDeals, marketProperties } from './search/index.ts';

/** The market dataset as one request asks it. */
export interface MarketPorts {
  properties: PropertyFinder;
  records: RecordsWindows;
  deals: DealFinder;
  contacts: ContactBook;
  comps: CompFinder;
  owners: OwnerBook;
  buyerDeals: BuyerDealFinder;
  legacyDeals: LegacyDealFinder;
  propertyRecords: PropertyRecordFinder;
}

/** @param read of one request, so that all its answers are of one version. */
export const marketPorts = (read: ReadDataset, counties: Counties): MarketPorts => ({
  properties: marketProperties(read),
  records: { at: async (center, asOf, signal) => counties.windowAt(await read(signal), center, asOf) },
  deals: marketDeals(read),
  contacts: marketContacts(read),
  comps: marketComps(read),
  owners: marketOwners(read),
  buyerDeals: marketBuyerDeals(read),
  legacyDeals: marketLegacyDeals(read),
  propertyRecords: marketLegacyRecords(read),
});
