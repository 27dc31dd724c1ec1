import type { BuyerType, PropertyType } from '@plat/contracts';

/** Decimal degrees, WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A flip or a rental purchase where it truly is. Nothing of its place leaves the service but through `hideDeal`. */
export interface AreaDeal {
  dealId: number;
  buyerType: BuyerType;
  /** Resale day of a flip, purchase day of a rental; `YYYY-MM-DD`. */
  eventDate: string;
  /** Line with the house number: `123 Main St Apt 4`. */
  addressLine: string | null;
  city: string | null;
  state: string;
  zip: string | null;
  location: Point;
  propertyType: PropertyType;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number | null;
  purchaseDate: string;
  /** US dollars. */
  purchasePrice: number | null;
  purchaseMethod: string | null;
  /** Resale of a flip, else null. */
  saleDate: string | null;
  salePrice: number | null;
}
