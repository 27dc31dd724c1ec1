import { Clock } from 'lucide-react';
import type { UpdatePlace } from '../lib/place.ts';
import { recentPlaces } from '../lib/recent.ts';

/** The places that this browser looked at last. */
export function RecentPlaces({ update }: { update: UpdatePlace }) {
  const places = recentPlaces();
  if (places.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="label mb-1">Recent places</h2>
      <ul className="divide-y divide-line border-line border-y">
        {places.map((place) => (
          <li key={place.address}>
            <button
              type="button"
              onClick={() => update(place)}
              className="flex w-full items-center gap-3 py-2 text-left hover:text-accent"
            >
              <Clock size={14} className="text-faint" aria-hidden="true" />
              {place.address}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
