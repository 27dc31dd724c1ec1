import type { PropertyType } from '@plat/contracts';
import type { Point } from '@plat/dataset';

/** Attributes that deals are compared with; null is unknown. */
export interface SubjectFacts {
  propertyType: PropertyType | null;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  /** US dollars. */
  estimatedValue: number | null;
}

/** The property that the search looks for buyers of. */
export interface Subject extends Point, SubjectFacts {}
