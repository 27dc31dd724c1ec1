import type { AddressMatchLevel, BuyerFilters, InvestorCompsCriteria } from '@plat/contracts';
import type { RecordsWindow, WindowEnd } from '@plat/dataset';
import type {
  Contact,
  OwnerContact,
  OwnerOnRecord,
  OwnList,
  OwnSuppression,
  SuppressionEntry,
  SuppressionKind,
} from '../../contacts/index.ts';
import type { Buyer, CompDeal, NearbyDeal, Point, SubjectFacts } from '../../deals/index.ts';
import type { BuyerDeal, DealRecord, OwnerBook } from '../../owners/index.ts';

/** What the address service says of an address line. */
export interface ResolvedAddress {
  /** Canonical form. */
  address: string;
  /** Null when the place is known and no property of the dataset stands for it. */
  propertyId: number | null;
  latitude: number | null;
  longitude: number | null;
  level: AddressMatchLevel;
}

/** Finds what an address names: a property or a building. */
export interface AddressResolver {
  /** @returns null when nothing matches, or only something larger such as a street, a ZIP code or a city. */
  resolve(address: string, signal: AbortSignal): Promise<ResolvedAddress | null>;
}

export interface PropertyFinder {
  /** Facts of a property for comparison; null when the dataset has none. */
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

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** What a request looks back over. */
export interface DayWindow extends DaySpan {
  to: WindowEnd;
}

export interface RecordsWindows {
  /** What windows centred on a point count back from. @param asOf the server's as-of day, `YYYY-MM-DD` */
  at(center: Point, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}

export interface DealFinder {
  /** Every deal that meets the criteria around a point and happened in the window, in no particular order. */
  near(center: Point, criteria: BuyerFilters, window: DayWindow, signal: AbortSignal): Promise<NearbyDeal[]>;
}

export interface ContactBook {
  /** Contacts under the names of buyers, by normalised name. */
  contactsFor(buyers: readonly Buyer[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly OwnerContact[]>>;
}

/** What a lookup tells of one buyer. */
export interface OwnerLookupResult {
  /** Null when the provider knows nobody, or was not asked. */
  contact: Contact | null;
  /** True when the provider could not be asked or gave no usable answer. */
  failed: boolean;
}

/** Paid lookups of one company, each of which it pays once. */
export interface OwnerLookup {
  /**
   * Whom a provider knows behind buyers, in the order given. What cannot be told in time has failed; only the signal
   * makes it reject.
   */
  lookUp(buyers: readonly Buyer[], signal: AbortSignal): Promise<OwnerLookupResult[]>;
}

/** What was looked up earlier. */
export interface KeptLookup {
  ownerKey: string;
  nameKey: string;
  /** Null when the provider knew nobody. */
  contact: Contact | null;
  lookedUpAtMs: number;
}

/** Lookups that companies have paid; none sees another's. */
export interface LookupStore {
  among(companyId: string, ownerKeys: readonly string[], signal: AbortSignal): Promise<KeptLookup[]>;
  /** Keeps what is newer than what is there, and drops some of what was looked up before `expiredBeforeMs`. */
  keep(companyId: string, lookups: readonly KeptLookup[], expiredBeforeMs: number): Promise<void>;
  /**
   * Claims owners for whoever is about to pay for them, who reads once more what is kept of them before: a claim ends
   * after what was paid is kept.
   * @param claimId not used before.
   * @param forMs from then on others may claim them, unless the claim is renewed.
   * @returns the keys of those whom nobody else has claimed.
   */
  claim(
    claimId: string,
    companyId: string,
    ownerKeys: readonly string[],
    forMs: number,
    signal: AbortSignal,
  ): Promise<string[]>;
  /** @param forMs from this moment on. What others have claimed since stays theirs. */
  renew(claimId: string, forMs: number): Promise<void>;
  release(claimId: string): Promise<void>;
  /** Contacts that were looked up for owners of these normalised names, wherever they get mail. */
  named(companyId: string, nameKeys: readonly string[], signal: AbortSignal): Promise<KeptLookup[]>;
}

/** A source that is paid for each owner it is asked about. */
export interface SkiptraceProvider {
  /**
   * Asks about at most `batchSize` owners. The signal stops waiting and repeating; a call that was sent is heard to its
   * end, for it is paid.
   * @returns what is known by owner key, null for nobody; without those that had no usable answer.
   * @throws Error when the provider gave no answer.
   */
  lookUp(owners: readonly OwnerOnRecord[], signal: AbortSignal): Promise<ReadonlyMap<string, Contact | null>>;
  batchSize: number;
}

/** What the do-not-contact lists are asked. */
export interface SuppressionQuestion {
  phones: readonly string[];
  emails: readonly string[];
  /** `FIRST LAST|ZIP`, or with `*` for any ZIP code. */
  persons: readonly string[];
  /** `FIRST LAST`, upper case: people of whom no ZIP code is known. */
  names: readonly string[];
}

/** What the do-not-contact lists say, those of the dataset all of one version. */
export interface SuppressionAnswer {
  entries: SuppressionEntry[];
  /** Entries of persons by the names alone, in any ZIP code. */
  namesakes: SuppressionEntry[];
  /** Day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported. */
  newestNationalSnapshot: string | null;
}

export interface SuppressionLists {
  ask(question: SuppressionQuestion, signal: AbortSignal): Promise<SuppressionAnswer>;
  /** Day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported. */
  newestNationalSnapshot(signal: AbortSignal): Promise<string | null>;
}

/** Our own opt-outs, for operators. */
export interface SuppressionBook {
  /** @returns false when it stood there already. */
  add(entry: OwnSuppression): Promise<boolean>;
  /** Newest first. @param filter.kind null for every kind */
  list(filter: { kind: SuppressionKind | null; limit: number }): Promise<OwnSuppression[]>;
  /** @param list null for every list. @returns what was taken back */
  remove(kind: SuppressionKind, value: string, list: OwnList | null): Promise<OwnSuppression[]>;
}

/** The key that the dataset files an owner's contacts under. */
export type OwnerNameKey = (recordedName: string) => string;

/** Reads the parts of a person's recorded name. */
export type PersonNameReader = (recordedName: string) => { firstName: string; lastName: string } | null;

/** What a buyer search works with. */
export interface BuyerSearchPorts {
  addresses: AddressResolver;
  properties: PropertyFinder;
  records: RecordsWindows;
  deals: DealFinder;
  contacts: ContactBook;
  /** Null where no provider is configured. */
  lookups: OwnerLookup | null;
  suppressions: SuppressionLists;
  readPersonName: PersonNameReader;
}

/** What buyers that were found earlier are judged with. */
export interface WithholdingPorts {
  contacts: ContactBook;
  /** Null where nothing was ever looked up. */
  lookups: Pick<LookupStore, 'named'> | null;
  suppressions: SuppressionLists;
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
  /**
   * Every deal of the owners that counts by the last day of its county's records, in no particular order.
   * @param asOf the server's as-of day, `YYYY-MM-DD`
   */
  dealsOf(owners: readonly OwnerId[], asOf: string, signal: AbortSignal): Promise<BuyerDeal[]>;
  /** What records show of deals beyond their facts, by deal id. */
  recordsOf(deals: readonly BuyerDeal[], signal: AbortSignal): Promise<ReadonlyMap<number, DealRecord>>;
}

/** What linked deals work with. */
export interface LinkedDealsPorts {
  owners: OwnerBook;
  deals: BuyerDealFinder;
}
