import type { BuyerType } from '@plat/contracts';
import type { Deal, InvestorDeal, Point } from '@plat/dataset';
import type { ContactPorts } from '../../contacts/index.ts';
import type { DayWindow } from '../../deals/index.ts';
import type { BuyerSearchPorts } from '../../search/index.ts';

/** A deal with the keys of its records in the dataset. */
export type LegacyDeal = InvestorDeal & Pick<Deal, 'region' | 'propertyId'>;

export interface LegacyDealFinder {
  /** Deals around a point under the default filters of a buyer search, in no particular order. */
  near(
    center: Point,
    reach: { radiusMiles: number; buyerTypes: readonly BuyerType[] },
    window: DayWindow,
    signal: AbortSignal,
  ): Promise<LegacyDeal[]>;
}

/** A sale as recorded. */
export interface RecordedSale {
  /** `YYYY-MM-DD`. */
  date: string;
  /** US dollars. */
  price: number | null;
  /** Code of a deed type. */
  deedType: string | null;
  sellerName: string | null;
  buyerName: string | null;
}

/** A mailing address for display. */
export interface MailingAddress {
  line: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** The records of a deal's property, beyond the deal itself. */
export interface PropertyRecord {
  address: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  county: string | null;
  /** Five digits. */
  fips: string | null;
  apn: string | null;
  subdivision: string | null;
  /** As on the assessor's roll. */
  landUse: string | null;
  floodZone: string | null;
  yearBuilt: number | null;
  /** US dollars. */
  assessedLandValue: number | null;
  assessedImprovementValue: number | null;
  /** Current value in US dollars. */
  currentValue: number | null;
  /** Loan of the latest deed in US dollars, 0 for a cash purchase; null when not recorded. */
  loanAmount: number | null;
  /** Mailing address of the current owner. */
  ownerMail: MailingAddress;
  latestSale: RecordedSale | null;
  /** The sale before the latest. */
  formerSale: RecordedSale | null;
}

export interface PropertyRecordFinder {
  /** By deal id; deals that the dataset no longer has are missing. @param asOf last day of sales, `YYYY-MM-DD` */
  recordsOf(
    deals: readonly LegacyDeal[],
    asOf: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, PropertyRecord>>;
  /** Number of deals that count by a day, by buyer cluster, for the buyers of these deals. */
  dealCountsOf(deals: readonly LegacyDeal[], asOf: string, signal: AbortSignal): Promise<ReadonlyMap<number, number>>;
  /** The city of each ZIP code in the dataset. */
  citiesOf(zips: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

/** Dependencies of a search of the earlier API. */
export interface LegacySearchPorts extends ContactPorts, Pick<BuyerSearchPorts, 'properties' | 'records'> {
  legacyDeals: LegacyDealFinder;
  propertyRecords: PropertyRecordFinder;
}
