import type { Counties, ReadDataset } from '@plat/dataset';
import type { LegacyDealFinder, PropertyRecordFinder } from '../domain/legacy/ports.ts';
import type { OwnerBook } from '../domain/owner-book.ts';
import type {
  BuyerDealFinder,
  CompFinder,
  ContactBook,
  DealFinder,
  PropertyFinder,
  RecordsWindows,
} from '../domain/ports.ts';
import { marketBuyerDeals } from './market-buyer-deals.ts';
import { marketComps } from './market-comps.ts';
import { marketContacts } from './market-contacts.ts';
import { marketDeals } from './market-deals.ts';
import { marketLegacyDeals } from './market-legacy-deals.ts';
import { marketLegacyRecords } from './market-legacy-records.ts';
import { marketOwners } from './market-owners.ts';
import { marketProperties } from './market-properties.ts';

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
