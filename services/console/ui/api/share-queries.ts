import { PlatApiError } from '@plat/client';
import type { ShareDocument, SharedPlace } from '@plat/contracts/admin';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { downloadBlob } from '../lib/download.ts';
import { isHome, type Place } from '../lib/place.ts';
import { sharedPlace } from '../lib/shared-place.ts';
import { adminCall, adminResponse } from './admin-call.ts';
import { buyersQuery, offersQuery } from './place-queries.ts';

const SHARES_PATH = '/admin/v1/shares';
const SHARES_KEY = ['shares'] as const;
const NO_VALUE_STATUSES: readonly number[] = [400, 404];

/** The place as others may see it. Uses what is on the page and asks for the rest. */
async function placeToShare(queries: QueryClient, place: Place): Promise<SharedPlace> {
  const [{ buyers, recordsThrough }, offers] = await Promise.all([
    queries.ensureQueryData(buyersQuery(place)),
    isHome(place) ? queries.ensureQueryData(offersQuery(place)).catch(noValue) : null,
  ]);
  return sharedPlace(place, { buyers, recordsThrough, offers });
}

/** A home without a value is shared with its buyers alone. */
function noValue(error: unknown): null {
  if (error instanceof PlatApiError && NO_VALUE_STATUSES.includes(error.status)) return null;
  throw error;
}

/** Makes a link to a place. */
export function useCreateShare(place: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (days: number) =>
      adminCall<ShareDocument & { url: string }>('POST', SHARES_PATH, {
        body: { place: await placeToShare(queries, place), days },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SHARES_KEY }),
  });
}

/** Downloads the report of a place. */
export function useReport(place: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const body = { place: await placeToShare(queries, place) };
      const response = await adminResponse('POST', '/admin/v1/place-reports', { body });
      downloadBlob('place.pdf', await response.blob());
    },
  });
}

/** The links of the person. */
export const useShares = () =>
  useQuery({
    queryKey: SHARES_KEY,
    queryFn: () => adminCall<{ shares: ShareDocument[] }>('GET', SHARES_PATH, { query: { limit: '500' } }),
  });

/** Ends a link. */
export function useRevokeShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => adminCall<ShareDocument>('DELETE', SHARES_PATH, { query: { share_id: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SHARES_KEY }),
  });
}
