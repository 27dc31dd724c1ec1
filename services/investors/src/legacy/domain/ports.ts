import type { BuyerType } from '@plat/contracts';
import type { Deal, DealPropertyRecord, InvestorDeal, Point } from '@plat/dataset';
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

/** The records of a deal's property, beyond the deal itself. */
export type PropertyRecord = Omit<DealPropertyRecord, 'dealId'>;

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
