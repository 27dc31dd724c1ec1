import type { AddressMatchLevel, BuyerFilters, MailingAddress } from '@plat/contracts';
import type { EvidenceDeal, InvestorDeal, Point } from '@plat/dataset';
import type { Searcher } from '../../background/index.ts';
import type { ContactPorts } from '../../contacts/index.ts';
import type { DayWindow, RecordsWindows, Subject, SubjectFacts } from '../../deals/index.ts';
import type { FoundBuyer } from './found-buyer.ts';
import type { FunnelDeal } from './search-funnel.ts';
import type { SearchedSubject } from './searched-subject.ts';

/** An address line as the geo service resolved it. */
export interface ResolvedAddress {
  /** Canonical form. */
  address: string;
  /** Null when the place is known, but the dataset has no property there. */
  propertyId: number | null;
  latitude: number | null;
  longitude: number | null;
  level: AddressMatchLevel;
}

/** Finds the property or building that an address names. */
export interface AddressResolver {
  /** @returns null when nothing matches, or only a street, a ZIP code or a city */
  resolve(address: string, signal: AbortSignal): Promise<ResolvedAddress | null>;
}

export interface PropertyFinder {
  /** Facts of a property for comparison; null when the dataset does not have it. */
  facts(propertyId: number, signal: AbortSignal): Promise<SubjectFacts | null>;
  /** The nearest property within 30 m of a point; null when there is none. */
  at(point: Point, signal: AbortSignal): Promise<PropertyAtPoint | null>;
}

export interface PropertyAtPoint {
  propertyId: number;
  /** Canonical form; null when the record has none. */
  address: string | null;
  facts: SubjectFacts;
}

/** The searched place; its owner's own purchase of the property is no deal around it. */
export interface SearchedCenter extends Point {
  /** Null when no property is known there. */
  propertyId: number | null;
}

export interface DealFinder {
  /** Every deal around a place that meets the criteria and happened in the window, in no particular order. */
  near(center: SearchedCenter, criteria: BuyerFilters, window: DayWindow, signal: AbortSignal): Promise<InvestorDeal[]>;
}

/** Where and when a search looked. */
export interface SearchedArea {
  subject: Subject;
  radiusMiles: number;
  window: DayWindow;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
  /** The caller's choice: whether off-market deals are left out of what speaks for a buyer. */
  hideNonArmsLength: boolean;
}

/** Facts of the buyers that a search found, from the dataset. */
export interface BuyerFacts {
  /** By deal id. */
  parcels: ReadonlyMap<number, { propertyId: number; parcelId: string }>;
  /** By buyer id, newest first. */
  newest: ReadonlyMap<number, readonly EvidenceDeal[]>;
  /** By buyer id; of the newest deal that has one. */
  mailings: ReadonlyMap<number, MailingAddress>;
  /** Flips and rental purchases in the circle and the window, by buyer id. */
  dealsInRadius: ReadonlyMap<number, number>;
}

export interface EvidenceFinder {
  /** @param newestDeals how many of the newest deals of each buyer */
  about(
    deals: readonly InvestorDeal[],
    area: SearchedArea,
    newestDeals: number,
    signal: AbortSignal,
  ): Promise<BuyerFacts>;
  /** Every deal that meets the caller's bounds, hidden ones too. */
  funnelNear(
    center: SearchedCenter,
    criteria: BuyerFilters,
    window: DayWindow,
    signal: AbortSignal,
  ): Promise<FunnelDeal[]>;
}

/** Dependencies of a buyer search. */
export interface BuyerSearchPorts extends ContactPorts {
  addresses: AddressResolver;
  properties: PropertyFinder;
  records: RecordsWindows;
  deals: DealFinder;
  evidence: EvidenceFinder;
}

/** A buyer search that has found its buyers. */
export interface FinishedSearch {
  searcher: Searcher;
  searchId: string;
  criteria: Pick<BuyerFilters, 'create_deal'>;
  subject: Pick<SearchedSubject, 'point' | 'property'>;
  buyers: readonly FoundBuyer[];
  /** When it found them, ISO 8601 in UTC. */
  at: string;
}

/** Keeps a deal for the CRM of the caller, one per searched property. */
export interface DealAttacher {
  /** @returns the id of the deal; null when the search makes none. */
  attach(search: FinishedSearch, signal: AbortSignal): Promise<string | null>;
  /** @returns the id of the deal that a search made or found; null without one. */
  dealOf(searchId: string, signal: AbortSignal): Promise<string | null>;
}
