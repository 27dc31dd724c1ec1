import type { BuyerSearchRequest } from '@plat/client';
import type { Place } from './place.ts';

const given = <Value>(value: Value | null): Value | undefined => value ?? undefined;

/** The body of the buyer search that a place stands for; it creates no deal. */
export const buyerSearchBody = (place: Place): BuyerSearchRequest => ({
  ...(place.address === '' ? {} : { address: place.address }),
  ...(place.latitude === null || place.longitude === null
    ? {}
    : { latitude: place.latitude, longitude: place.longitude }),
  radius_miles: place.radius,
  lookback_years: place.years,
  buyer_types: place.buyers === 'all' ? undefined : [place.buyers],
  property_types: place.types.length === 0 ? undefined : [...place.types],
  min_purchase_price: given(place.minPrice),
  max_purchase_price: given(place.maxPrice),
  min_bedrooms: given(place.minBedrooms),
  hide_no_phone: place.phoneOnly || undefined,
  hide_hedge_fund: place.institutions ? false : undefined,
  hide_non_arms_length: place.offMarket ? false : undefined,
  create_deal: false,
  explain: 'full',
});

/** How many deals and buyers a search found, hid and showed. */
export interface Funnel {
  deals: number;
  buyers: number;
  hiddenInstitutions: number;
  hiddenOffMarket: number;
  hiddenWithoutPhone: number;
  shown: number;
}

/** @param header `deals=212, buyers=81, ...` as X-Search-Funnel sends it */
export function funnelOf(header: string | null): Funnel | null {
  if (header === null) return null;
  const counts = new Map(header.split(',').map((part) => part.trim().split('=') as [string, string]));
  const count = (name: string) => Number(counts.get(name) ?? 0);
  return {
    deals: count('deals'),
    buyers: count('buyers'),
    hiddenInstitutions: count('hidden-hedge-fund'),
    hiddenOffMarket: count('hidden-non-arms-length'),
    hiddenWithoutPhone: count('hidden-no-phone'),
    shown: count('shown'),
  };
}
