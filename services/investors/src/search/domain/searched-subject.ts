import type { MatchedSubject } from '@plat/contracts';
import type { Point } from '@plat/dataset';

/** Where a request says that the subject is: an address, a point or both. */
export interface SubjectLocation {
  address: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The property that an address names, with its coordinates on record; a caller's coordinates say nothing about it. */
export interface SearchedProperty {
  propertyId: number;
  /** Canonical form. */
  address: string;
  latitude: number | null;
  longitude: number | null;
}

/** The subject of a search, as callers see it. */
export interface SearchedSubject {
  point: Point;
  /** Null when the search is by coordinates, or its address names no property. */
  property: SearchedProperty | null;
  match: MatchedSubject;
}
