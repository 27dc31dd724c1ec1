import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

export const RADII_MILES = [0.5, 1, 2, 3, 5, 10] as const;
export const PROPERTY_TYPES = ['SFR', 'CONDO', 'MOBILE', 'MFR'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** The whole state of a view, as its URL holds it. */
export interface Place {
  address: string;
  latitude: number | null;
  longitude: number | null;
  radius: number;
  years: number;
  buyers: 'all' | 'flipper' | 'landlord';
  /** Empty: all. */
  types: readonly PropertyType[];
  minPrice: number | null;
  maxPrice: number | null;
  minBedrooms: number | null;
  phoneOnly: boolean;
  institutions: boolean;
  offMarket: boolean;
  sort: 'rank' | 'distance';
  /** Id of the selected buyer or comp. */
  selected: string | null;
  /** Id of the saved search that was opened. */
  saved: string | null;
  repairs: number;
  fee: number;
  /** Percent of the value after repair. */
  rule: number;
}

export const NO_PLACE: Place = {
  address: '',
  latitude: null,
  longitude: null,
  radius: 2,
  years: 2,
  buyers: 'all',
  types: [],
  minPrice: null,
  maxPrice: null,
  minBedrooms: null,
  phoneOnly: false,
  institutions: false,
  offMarket: false,
  sort: 'rank',
  selected: null,
  saved: null,
  repairs: 40_000,
  fee: 10_000,
  rule: 70,
};

/** What "Clear filters" goes back to; distance and time stay. */
export const NO_FILTERS: Partial<Place> = {
  buyers: 'all',
  types: [],
  minPrice: null,
  maxPrice: null,
  minBedrooms: null,
  phoneOnly: false,
  institutions: false,
  offMarket: false,
};

const bounded = (text: string | null, low: number, high: number): number | null => {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= low && value <= high ? value : null;
};

/** Reads what it understands and ignores the rest, so that an old or cut link still opens. */
export function placeOf(query: URLSearchParams): Place {
  const number = (name: string, low: number, high: number) => bounded(query.get(name), low, high);
  const buyers = query.get('buyers');
  const types = (query.get('types') ?? '').split(',');
  return {
    address: query.get('address') ?? '',
    latitude: number('lat', -90, 90),
    longitude: number('lng', -180, 180),
    radius: number('radius', 0.1, 10) ?? NO_PLACE.radius,
    years: number('years', 0.1, 5) ?? NO_PLACE.years,
    buyers: buyers === 'flipper' || buyers === 'landlord' ? buyers : 'all',
    types: PROPERTY_TYPES.filter((type) => types.includes(type)),
    minPrice: number('min_price', 0, 1e9),
    maxPrice: number('max_price', 0, 1e9),
    minBedrooms: number('min_beds', 0, 20),
    phoneOnly: query.get('phone') === '1',
    institutions: query.get('institutions') === '1',
    offMarket: query.get('off_market') === '1',
    sort: query.get('sort') === 'distance' ? 'distance' : 'rank',
    selected: query.get('selected'),
    saved: query.get('saved'),
    repairs: number('repairs', 0, 1e7) ?? NO_PLACE.repairs,
    fee: number('fee', 0, 1e7) ?? NO_PLACE.fee,
    rule: number('rule', 1, 100) ?? NO_PLACE.rule,
  };
}

/** The query of a place; defaults are left out, so that links stay short. */
export function queryOf(place: Place): URLSearchParams {
  const flag = (isSet: boolean) => (isSet ? '1' : null);
  const named: Record<string, string | number | null> = {
    address: place.address || null,
    lat: place.latitude,
    lng: place.longitude,
    radius: place.radius === NO_PLACE.radius ? null : place.radius,
    years: place.years === NO_PLACE.years ? null : place.years,
    buyers: place.buyers === 'all' ? null : place.buyers,
    types: place.types.join(',') || null,
    min_price: place.minPrice,
    max_price: place.maxPrice,
    min_beds: place.minBedrooms,
    phone: flag(place.phoneOnly),
    institutions: flag(place.institutions),
    off_market: flag(place.offMarket),
    sort: place.sort === 'rank' ? null : place.sort,
    selected: place.selected,
    saved: place.saved,
    repairs: place.repairs === NO_PLACE.repairs ? null : place.repairs,
    fee: place.fee === NO_PLACE.fee ? null : place.fee,
    rule: place.rule === NO_PLACE.rule ? null : place.rule,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(named)) if (value !== null) query.set(name, String(value));
  return query;
}

/** Whether there is anything to search around. */
export const hasPlace = (place: Place): boolean =>
  place.address !== '' || (place.latitude !== null && place.longitude !== null);

const HOUSE_NUMBER = /^\s*\d/;
/** Whether the place is one home, which has a value. */
export const isHome = (place: Place): boolean => HOUSE_NUMBER.test(place.address);

export type UpdatePlace = (patch: Partial<Place>) => void;

/** The place in the URL, and a function that changes it without a step in the history. */
export function usePlace(): [Place, UpdatePlace] {
  const [query, setQuery] = useSearchParams();
  const place = useMemo(() => placeOf(query), [query]);
  const update = useCallback(
    (patch: Partial<Place>) => setQuery((was) => queryOf({ ...placeOf(was), ...patch }), { replace: true }),
    [setQuery],
  );
  return [place, update];
}
