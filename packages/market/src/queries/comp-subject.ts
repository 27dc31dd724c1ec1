/** The property that comps are wanted for; null is unknown. */
export interface CompSubject {
  propertyId: number;
  /** Decimal degrees. */
  latitude: number;
  longitude: number;
  propertyType: string;
  /** Of house and street, without the unit. */
  buildingKey: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number | null;
  yearBuilt: number | null;
}
