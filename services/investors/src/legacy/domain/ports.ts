import type { BuyerType } from '@plat/contracts';
import type { ContactPorts } from '../../contacts/index.ts';
import type { NearbyDeal, Point } from '../../deals/index.ts';
import type { BuyerSearchPorts, DayWindow } from '../../search/index.ts';

/** A deal with where the dataset keeps what else is known of it. */
export interface LegacyDeal extends NearbyDeal {
  region: string;
  propertyId: number;
}

export interface LegacyDealFinder {
  /** Deals around a point by the default filters of a buyer search, in no particular order. */
  near(
    center: Point,
    reach: { radiusMiles: number; buyerTypes: readonly BuyerType[] },
    window: DayWindow,
    signal: AbortSignal,
  ): Promise<LegacyDeal[]>;
}

/** A sale of a property as it was recorded. */
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

/** Where somebody gets mail, for display. */
export interface MailingAddress {
  line: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** What the records show of the property of a deal beyond the deal itself. */
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
  /** As the assessor says. */
  landUse: string | null;
  floodZone: string | null;
  yearBuilt: number | null;
  /** US dollars. */
  assessedLandValue: number | null;
  assessedImprovementValue: number | null;
  /** US dollars today. */
  currentValue: number | null;
  /** Loan of the latest deed in US dollars, 0 for a purchase in cash; null when not recorded. */
  loanAmount: number | null;
  /** Where its owner of today gets mail. */
  ownerMail: MailingAddress;
  latestSale: RecordedSale | null;
  /** The one before. */
  formerSale: RecordedSale | null;
}

export interface PropertyRecordFinder {
  /** By deal id; deals that the dataset no longer has are absent. @param asOf day `YYYY-MM-DD` up to which sales count */
  recordsOf(
    deals: readonly LegacyDeal[],
    asOf: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, PropertyRecord>>;
  /** How many deals of the buyers of these deals count by a day, by buyer cluster. */
  dealCountsOf(deals: readonly LegacyDeal[], asOf: string, signal: AbortSignal): Promise<ReadonlyMap<number, number>>;
  /** City of each ZIP code that the dataset knows. */
  citiesOf(zips: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

/** What a search of the earlier API works with. */
export interface LegacySearchPorts extends ContactPorts, Pick<BuyerSearchPorts, 'properties' | 'records'> {
  legacyDeals: LegacyDealFinder;
  propertyRecords: PropertyRecordFinder;
}
