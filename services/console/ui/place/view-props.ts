import type { Place, UpdatePlace } from '../lib/place.ts';

/** What each view needs of a place. */
export interface ViewProps {
  place: Place;
  update: UpdatePlace;
}
