import type { FlipperSearchItem, LandlordSearchItem } from '@plat/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { buyerSearchBody, funnelOf } from '../lib/buyer-search.ts';
import { hasPlace, type Place } from '../lib/place.ts';
import { call } from './call.ts';

export type Buyer = FlipperSearchItem | LandlordSearchItem;

const FRESH_MS = 5 * 60_000;

/** The search behind a place. */
export function buyersQuery(place: Place) {
  const body = buyerSearchBody(place);
  return queryOptions({
    queryKey: ['buyers', body, place.sort],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { body: buyers, headers } = await call((plat) => plat.buyerSearch(body, { sort: place.sort }, { signal }));
      if (!Array.isArray(buyers)) throw new Error('The search went into the background. Try a smaller radius.');
      return {
        buyers: buyers as Buyer[],
        funnel: funnelOf(headers.get('x-search-funnel')),
        recordsThrough: headers.get('x-records-through'),
        matchLevel: headers.get('x-match-level'),
      };
    },
  });
}

/** The buyers around a place. While the filters change, the earlier ones stay on the page. */
export const useBuyers = (place: Place) =>
  useQuery({ ...buyersQuery(place), enabled: hasPlace(place), placeholderData: keepPreviousData });

/** All that is known of one buyer. */
export const useBuyerProfile = (buyerId: string | null) =>
  useQuery({
    queryKey: ['buyer', buyerId],
    enabled: buyerId !== null,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => (await call((plat) => plat.buyers({ buyer_id: buyerId ?? '' }, { signal }))).body,
  });

/** Every deal under a name. Asked for by a person, because it counts against the allowance. */
export const useLinkedDeals = (name: string, state: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['linked-deals', name, state],
    enabled: isWanted && name !== '' && state !== '',
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call((plat) => plat.linkedDeals({ search_string: name, search_state: state }, { signal }))).body,
  });

export const retailCompsBody = (place: Place) => ({ address: place.address, explain: true });

/** The values of a home and the sales behind them. */
export const useRetailComps = (place: Place) =>
  useQuery({
    queryKey: ['comps', place.address],
    enabled: place.address !== '',
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => (await call((plat) => plat.retailComps(retailCompsBody(place), { signal }))).body,
  });

/** Without repairs and fee: the page subtracts them itself, so that moving a slider counts nothing. */
export const offersQuery = (place: Place) =>
  queryOptions({
    queryKey: ['offers', place.address],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { body, headers } = await call((plat) => plat.offers({ address: place.address }, { signal }));
      return { ...body, confidence: headers.get('x-value-confidence') };
    },
  });

export const useOffers = (place: Place) => useQuery({ ...offersQuery(place), enabled: place.address !== '' });
