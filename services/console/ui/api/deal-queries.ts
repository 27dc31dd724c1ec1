import type { BuyerStage, DealBuyerDocument, DealDocument, DealStage } from '@plat/contracts/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { buyerSearchBody } from '../lib/buyer-search.ts';
import type { Place } from '../lib/place.ts';
import { adminCall } from './admin-call.ts';
import { useAdminList } from './admin-pages.ts';
import { call } from './call.ts';

const DEALS_PATH = '/admin/v1/deals';
const DEALS_KEY = ['deals'] as const;

/** The deals of the company, those searched last first. */
export const useDeals = (stage: string) =>
  useAdminList<DealDocument>('deals', DEALS_PATH, { stage: stage === '' ? undefined : stage });

/** A deal with its buyers. */
export const useDeal = (id: string) =>
  useQuery({
    queryKey: [...DEALS_KEY, 'one', id],
    queryFn: () =>
      adminCall<DealDocument & { buyers: DealBuyerDocument[] }>('GET', `${DEALS_PATH}/details`, {
        query: { deal_id: id },
      }),
  });

/** Moves a deal, or one of its buyers, to another stage. */
export function useChangeStage(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { stage: DealStage } | { buyer: string; stage: BuyerStage }) => {
      const isBuyer = 'buyer' in change;
      return adminCall('PATCH', isBuyer ? `${DEALS_PATH}/buyers` : DEALS_PATH, {
        query: { deal_id: id, buyer: isBuyer ? change.buyer : undefined },
        body: { stage: change.stage },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: DEALS_KEY }),
  });
}

/** Makes the deal of a home, or finds it, and attaches the buyers of the list. @returns its id, once it is written. */
export function useAddToDeal(place: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<string | null> => {
      // The search of a home that the company has paid for is free.
      const { headers } = await call((plat) => plat.buyerSearch({ ...buyerSearchBody(place), create_deal: true }));
      return headers.get('x-deal-id');
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: DEALS_KEY }),
  });
}
