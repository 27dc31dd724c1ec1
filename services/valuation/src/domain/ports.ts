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

/** A property as the roll describes it. */
export type Property = DatasetRow<'property'>;

/** What an address resolves to, and whether it names a house. */
export type ResolvedHouse = ResolvedAddress & { hasHouseNumber: boolean };

export interface AddressResolver {
  /**
   * @returns null when nothing matches.
   * @throws AppError UPSTREAM_ERROR (502) when addresses cannot be resolved now.
   */
  resolve(address: string, signal: AbortSignal): Promise<ResolvedHouse | null>;
}

export interface PropertyFinder {
  /** A property with its context; null when the dataset has none. @param asOf the server's as-of day, `YYYY-MM-DD` */
  byId(region: string, propertyId: number, asOf: string, signal: AbortSignal): Promise<CompSubjectRecord | null>;
}

export interface RecordsWindows {
  /** What windows around a property count back from. @param asOf the server's as-of day, `YYYY-MM-DD` */
  of(subject: CompSubjectRecord, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}

/** A flip near a subject: its parcel, when it was bought, and what it was sold for in US dollars. */
export interface FlipNear {
  property: Property;
  purchaseDate: string;
  salePrice: number;
}

export interface CompFinder {
  /** The most similar sales, best first: one of each property. */
  similar(subject: CompSubject, query: CompsNearQuery, limit: number, signal: AbortSignal): Promise<SimilarSale[]>;
  /** Every sale of the window with its price and living area. */
  priced(subject: CompSubject, query: CompsNearQuery, signal: AbortSignal): Promise<PricedSale[]>;
  /** Flips of the subject's type, resold in the window (days `YYYY-MM-DD`, included), newest first. */
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
  /** What a property would bring on a day as it stands; null where no model can say. */
  valueOf(property: Property, asOf: string, signal: AbortSignal): Promise<PropertyValue | null>;
}

/** What retail comps work with. */
export interface RetailCompsPorts {
  addresses: AddressResolver;
  properties: PropertyFinder;
  records: RecordsWindows;
  comps: CompFinder;
  values: ValueEstimator;
}

/** What was measured of the answers. */
export interface AccuracyRecord {
  read(): Promise<Accuracy>;
}
