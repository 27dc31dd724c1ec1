import type { BuyerFilters, InvestorCompsCriteria } from '@plat/contracts';
import type { BuyerDeal, DealRecord } from './buyer-deal.ts';
import type { OwnerContact } from './choose-contact.ts';
import type { Buyer, CompDeal, NearbyDeal, Point, SubjectFacts } from './deal.ts';
import type { OwnerBook } from './owner-book.ts';
import type { SuppressionEntry } from './suppression.ts';

/** What the address service says of an address line. */
export interface ResolvedAddress {
  /** Canonical form. */
  address: string;
  /** Null when the place is known and no property of the dataset stands for it. */
  propertyId: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** Finds what an address names: a property or a building. */
export interface AddressResolver {
  /** @returns null when nothing matches, or only something larger such as a street, a ZIP code or a city. */
  resolve(address: string, signal: AbortSignal): Promise<ResolvedAddress | null>;
}

export interface PropertyFinder {
  /** Facts of a property for comparison; null when the dataset has none. */
  facts(propertyId: number, signal: AbortSignal): Promise<SubjectFacts | null>;
  /** Facts of the property at a point (within 30 m); null when there is none. */
  factsAt(point: Point, signal: AbortSignal): Promise<SubjectFacts | null>;
}

/** Which property stands at a point. */
export interface PropertyIds {
  /** The nearest property within 30 m; null when there is none. */
  idAt(point: Point, signal: AbortSignal): Promise<number | null>;
}

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DayWindow {
  from: string;
  to: string;
}

export interface DealFinder {
  /** Every deal that meets the criteria around a point and happened in the window, in no particular order. */
  near(center: Point, criteria: BuyerFilters, window: DayWindow, signal: AbortSignal): Promise<NearbyDeal[]>;
}

export interface ContactBook {
  /** Contacts under the names of buyers, by normalised name. */
  contactsFor(buyers: readonly Buyer[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly OwnerContact[]>>;
}

/** What the do-not-contact lists are asked. */
export interface SuppressionQuestion {
  phones: readonly string[];
  emails: readonly string[];
  /** `FIRST LAST|ZIP`. */
  persons: readonly string[];
}

export interface SuppressionLists {
  entriesAmong(question: SuppressionQuestion, signal: AbortSignal): Promise<SuppressionEntry[]>;
  /** Day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported. */
  newestNationalSnapshot(signal: AbortSignal): Promise<string | null>;
}

/** What is asked of people of whom only what was shown is known. */
export interface PersonSuppressions {
  /** Entries of persons by name alone, in any ZIP code. @param names `FIRST LAST`, upper case. */
  personsNamed(names: readonly string[], signal: AbortSignal): Promise<SuppressionEntry[]>;
}

/** The key that the dataset files an owner's contacts under. */
export type OwnerNameKey = (recordedName: string) => string;

/** Reads the parts of a person's recorded name. */
export type PersonNameReader = (recordedName: string) => { firstName: string; lastName: string } | null;

/** What a buyer search works with. */
export interface BuyerSearchPorts {
  addresses: AddressResolver;
  properties: PropertyFinder;
  deals: DealFinder;
  contacts: ContactBook;
  suppressions: SuppressionLists;
  readPersonName: PersonNameReader;
}

/** What buyers that were found earlier are judged with. */
export interface WithholdingPorts {
  contacts: ContactBook;
  suppressions: SuppressionLists & PersonSuppressions;
  nameKeyOf: OwnerNameKey;
}

export interface CompFinder {
  /**
   * Every deal that counts and meets the criteria around a point and happened in the window, in no particular order;
   * at least the nearest `limit` of them where no details of a subject are sent.
   */
  near(criteria: InvestorCompsCriteria, window: DayWindow, signal: AbortSignal): Promise<CompDeal[]>;
}

/** One buyer cluster and the state that it is of. */
export interface OwnerId {
  region: string;
  buyerId: number;
}

export interface BuyerDealFinder {
  /** Every deal of the owners that counts by a day `YYYY-MM-DD`, in no particular order. */
  dealsOf(owners: readonly OwnerId[], asOf: string, signal: AbortSignal): Promise<BuyerDeal[]>;
  /** What records show of deals beyond their facts, by deal id. */
  recordsOf(deals: readonly BuyerDeal[], signal: AbortSignal): Promise<ReadonlyMap<number, DealRecord>>;
}

/** What linked deals work with. */
export interface LinkedDealsPorts {
  owners: OwnerBook;
  deals: BuyerDealFinder;
}
