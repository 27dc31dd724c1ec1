import type { Counties, ReadDataset } from '@plat/dataset';
import type { CompFinder } from './comps/index.ts';
import { marketComps } from './comps/wiring.ts';
import type { ContactBook } from './contacts/index.ts';
import { marketContacts } from './contacts/wiring.ts';
import type { RecordsWindows } from './deals/index.ts';
import type { LegacyDealFinder, PropertyRecordFinder } from './legacy/index.ts';
import { marketLegacyDeals, marketLegacyRecords } from './legacy/wiring.ts';
import type { OwnerBook, PortfolioDealFinder } from './owners/index.ts';
import { marketOwners, marketPortfolioDeals } from './owners/wiring.ts';
import type { BuyerBook } from './profiles/index.ts';
import { marketBuyers } from './profiles/wiring.ts';
import type { DealFinder, EvidenceFinder, PropertyFinder } from './search/index.ts';
import { marketDeals, marketEvidence, marketProperties } from './search/wiring.ts';

/** The market dataset, as one request reads it. */
export interface MarketPorts {
  properties: PropertyFinder;
  records: RecordsWindows;
  deals: DealFinder;
  evidence: EvidenceFinder;
  contacts: ContactBook;
  comps: CompFinder;
  owners: OwnerBook;
  buyerDeals: PortfolioDealFinder;
  buyers: BuyerBook;
  legacyDeals: LegacyDealFinder;
  propertyRecords: PropertyRecordFinder;
}

/** @param read belongs to one request, so that all its queries read one version of the dataset */
export const marketPorts = (read: ReadDataset, counties: Counties): MarketPorts => ({
  properties: marketProperties(read),
  records: { at: async (center, asOf, signal) => counties.windowAt(await read(signal), center, asOf) },
  deals: marketDeals(read),
  evidence: marketEvidence(read),
  contacts: marketContacts(read),
  comps: marketComps(read),
  owners: marketOwners(read),
  buyerDeals: marketPortfolioDeals(read),
  buyers: marketBuyers(read),
  legacyDeals: marketLegacyDeals(read),
  propertyRecords: marketLegacyRecords(read),
});
