import type { PropertyType } from '@plat/contracts';

/** A flip or rental purchase of a buyer, as portfolio statistics see it. */
export interface BuyerDeal {
  region: string;
  dealId: number;
  propertyId: number;
  buyerId: number;
  dealType: 'flip' | 'rental';
  /** Day of its latest deed: resale of a flip, purchase of a rental; `YYYY-MM-DD`. */
  eventDate: string;
  propertyType: PropertyType;
  purchaseDate: string;
  /** US dollars. */
  purchasePrice: number | null;
  /** Resale of a flip, else null. */
  saleDate: string | null;
  salePrice: number | null;
  /** Normalised name that the buyer bought under. */
  buyerNameKey: string | null;
  /** US dollars today; null when the records give none. */
  currentValue: number | null;
  /** Buyer of the property's latest deed; null when it names none. */
  holderId: number | null;
  /** Sale of the property's latest deed; the purchase itself has the number of the deal. Null when no deed is known. */
  latestSaleId: number | null;
  /** Loan of the latest deed in US dollars, 0 for a purchase in cash; null when not recorded. */
  loanAmount: number | null;
}

/** What a record shows beyond that. */
export interface DealRecord {
  buyerName: string | null;
  sellerName: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number | null;
  unitsCount: number | null;
  yearBuilt: number | null;
}
