import type { ReactNode } from 'react';
import { isHome, type Place } from '../lib/place.ts';
import { EmptyNote } from '../parts/notes.tsx';

/** Values and offers are of one home: a city or a ZIP code gets a sentence that says so. */
export function NeedsAddress({ place, children }: { place: Place; children: ReactNode }) {
  if (isHome(place)) return children;
  return (
    <EmptyNote title="Choose one home">
      Values and offers are for an address with a house number. Type one in the box above.
    </EmptyNote>
  );
}
