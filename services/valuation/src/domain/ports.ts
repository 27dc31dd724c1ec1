import type { ResolvedAddress } from '@plat/contracts';
import type {
  Accuracy,
  CompSubject,
  CompSubjectRecord,
  CompsNearQuery,
  DatasetRow,
  PricedSale,
  RecordsWindow,
  SimilarSale,
  WindowEnd,
} from '@plat/dataset';
import type { PropertyValue } from '@plat/value-model';

/** A property from the assessment roll. */
export type Property = DatasetRow<'property'>;

/** A resolved address, and whether it has a house number. */
export type ResolvedHouse = ResolvedAddress & { hasHouseNumber: boolean };

export interface AddressResolver {
  /**
   * @returns null without a match.
   * @throws AppError UPSTREAM_ERROR (502) if addresses cannot be resolved.
   */
  resolve(address: string, signal: AbortSignal): Promise<ResolvedHouse | null>;
}

export interface PropertyFinder {
  /** A property with its context; null if unknown. @param asOf the server's as-of day, `YYYY-MM-DD` */
  byId(region: string, propertyId: number, asOf: string, signal: AbortSignal): Promise<CompSubjectRecord | null>;
}

export interface RecordsWindows {
  /** The day that windows around a property count back from. @param asOf the server's as-of day, `YYYY-MM-DD` */
  of(subject: CompSubjectRecord, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}

/** A flip near a subject: its parcel, purchase day and resale price in US dollars. */
export interface FlipNear {
  property: Property;
  purchaseDate: string;
  salePrice: number;
}

export interface CompFinder {
  /** The most similar sales, best first, one per property. */
  similar(subject: CompSubject, query: CompsNearQuery, limit: number, signal: AbortSignal): Promise<SimilarSale[]>;
  /** Every sale of the window with its price and living area. */
  priced(subject: CompSubject, query: CompsNearQuery, signal: AbortSignal): Promise<PricedSale[]>;
  /** Flips of the subject's type, resold in the window (days `YYYY-MM-DD`, inclusive), newest first. */
  flips(subject: CompSubject, window: FlipWindow, signal: AbortSignal): Promise<FlipNear[]>;
}

export interface FlipWindow {
  regions: readonly string[];
  radiusMiles: number;
  fromDate: string;
  asOf: WindowEnd;
  limit: number;
}

export interface ValueEstimator {
  /** The as-is value of a property on a day; null without a suitable model. */
  valueOf(property: Property, asOf: string, signal: AbortSignal): Promise<PropertyValue | null>;
}

/** Ports of retail comps. */
export interface RetailCompsPorts {
  addresses: AddressResolver;
  properties: PropertyFinder;
  records: RecordsWindows;
  comps: CompFinder;
  values: ValueEstimator;
}

/** A completed flip near a subject by anyone but an institution; prices in US dollars. */
export interface InvestorFlip {
  purchasePrice: number | null;
  salePrice: number;
  livingSquareFeet: number | null;
}

export interface InvestorFlipFinder {
  /** Arm's length flips of the subject's type, resold in the window (days `YYYY-MM-DD`, inclusive). */
  near(
    subject: CompSubject,
    window: Omit<FlipWindow, 'limit' | 'regions'>,
    signal: AbortSignal,
  ): Promise<InvestorFlip[]>;
}

/** Ports of offers. */
export interface OffersPorts extends RetailCompsPorts {
  investorFlips: InvestorFlipFinder;
}

/** The measured accuracy of responses. */
export interface AccuracyRecord {
  read(): Promise<Accuracy>;
}
