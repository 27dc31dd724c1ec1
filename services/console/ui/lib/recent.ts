const STORED = 'plat-recent-places';
const KEPT = 6;

/** A place that was chosen in this browser. */
export interface RecentPlace {
  address: string;
  latitude: number;
  longitude: number;
}

const isPlace = (value: unknown): value is RecentPlace => {
  const { address, latitude, longitude } = (value ?? {}) as Partial<RecentPlace>;
  return typeof address === 'string' && typeof latitude === 'number' && typeof longitude === 'number';
};

/** Newest first; empty when nothing readable is stored. */
export function recentPlaces(): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function rememberPlace(place: RecentPlace): void {
  const others = recentPlaces().filter(({ address }) => address !== place.address);
  localStorage.setItem(STORED, JSON.stringify([place, ...others].slice(0, KEPT)));
}
