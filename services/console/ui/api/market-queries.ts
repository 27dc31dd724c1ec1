import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Place } from '../lib/place.ts';
import { call } from './call.ts';

const FRESH_MS = 5 * 60_000;
const MONTHS_PER_YEAR = 12;
/** The most that one request returns: the nearest ones. */
export const MARKET_DEALS_MAX = 250;

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Suggestions for the text of the address box. */
export const useSuggestions = (text: string) =>
  useQuery({
    queryKey: ['suggestions', text],
    enabled: text.length >= 3,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call((plat) => plat.autocomplete({ search_string: text }, { signal }))).body,
  });

/** Coordinates of a place; a link that holds only the address is looked up. */
export function useCoordinates(place: Place): Coordinates | null {
  const { address, latitude, longitude } = place;
  const isKnown = latitude !== null && longitude !== null;
  const found = useQuery({
    queryKey: ['suggestions', address],
    enabled: !isKnown && address.length >= 3,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call((plat) => plat.autocomplete({ search_string: address }, { signal }))).body,
  });
  if (isKnown) return { latitude, longitude };
  const first = found.data?.[0];
  return first === undefined ? null : { latitude: first.latitude, longitude: first.longitude };
}

const monthsOf = (place: Place): number => Math.max(1, Math.round(place.years * MONTHS_PER_YEAR));
const typesOf = (place: Place) => (place.types.length === 0 ? undefined : [...place.types]);

export const summaryBody = (place: Place, at: Coordinates) => ({
  ...at,
  property_types: typesOf(place),
  lookback_months: monthsOf(place),
  metrics_radius_mi: place.radius,
});

/** Counts and prices around a place. */
export const useMarketSummary = (place: Place, at: Coordinates | null) =>
  useQuery({
    queryKey: ['summary', at, place.types, place.years, place.radius],
    enabled: at !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call((plat) => plat.analyticsSummary(summaryBody(place, at as Coordinates), { signal }))).body,
  });

export const dealsBody = (place: Place, at: Coordinates) => ({
  ...at,
  property_types: typesOf(place),
  radius_miles: place.radius,
  lookback_months: monthsOf(place),
  buyer_types: place.buyers === 'all' ? undefined : [place.buyers],
  limit: MARKET_DEALS_MAX,
});

/** The deals of investors around a place, nearest first. */
export const useMarketDeals = (place: Place, at: Coordinates | null) =>
  useQuery({
    queryKey: ['market-deals', at, place.types, place.years, place.radius, place.buyers],
    enabled: at !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call((plat) => plat.investorComps(dealsBody(place, at as Coordinates), { signal }))).body,
  });
