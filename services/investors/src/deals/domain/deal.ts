import type { BuyerType, PropertyType } from '@plat/contracts';

/** A purchase that makes somebody a buyer: a completed flip or a rental purchase, with its distance from the subject. */
export interface NearbyDeal {
  dealId: number;
  buyerType: BuyerType;
  /** Unrounded great-circle miles from the subject. */
  distanceMiles: number;
  /** Resale day of a flip, purchase day of a rental; `YYYY-MM-DD`. */
  eventDate: string;
  address: string | null;
  propertyType: PropertyType;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number | null;
  latitude: number | null;
  longitude: number | null;
  purchaseDate: string;
  /** US dollars, of the property; null when the records give none. */
  estimatedValue: number | null;
  /** US dollars. */
  purchasePrice: number | null;
  purchaseMethod: string | null;
  /** Resale of a flip, else null. */
  saleDate: string | null;
  salePrice: number | null;
  buyer: Buyer;
}

/** The owner on record of a deal, as one cluster of names. */
export interface Buyer {
  buyerId: number;
  /** As recorded. */
  name: string | null;
  nameKey: string | null;
  isEntity: boolean;
  mailingKey: string | null;
  mailingZip: string | null;
  mailingState: string | null;
  /** 0 to 1 (C.7). */
  reliability: number;
}

/** Decimal degrees, WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** What deals are compared with; null is unknown. */
export interface SubjectFacts {
  propertyType: PropertyType | null;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  /** US dollars. */
  estimatedValue: number | null;
}

/** The property that buyers are wanted for. */
export interface Subject extends Point, SubjectFacts {}

/** A deal as a comp: who bought does not matter. */
export type CompDeal = Omit<NearbyDeal, 'buyer' | 'purchaseMethod' | 'estimatedValue'>;
