import type { SavedSearchDocument, SeenBuyer } from '@plat/contracts/admin';
import { useQuery } from '@tanstack/react-query';
import { adminCall } from './admin-call.ts';
import { useAdminChange } from './admin-pages.ts';

const SAVED_PATH = '/admin/v1/saved-searches';
const SAVED = 'saved-searches';

/** What a search shows now, to be remembered as seen. */
interface Seen {
  buyers: SeenBuyer[];
  records_through: string | null;
}

/** The saved searches of the person. */
export const useSavedSearches = () =>
  useQuery({
    queryKey: [SAVED],
    queryFn: () => adminCall<{ saved_searches: SavedSearchDocument[] }>('GET', SAVED_PATH),
  });

/** A saved search with what was seen of it. */
export const useSavedSearch = (id: string | null) =>
  useQuery({
    queryKey: [SAVED, id],
    enabled: id !== null,
    queryFn: () =>
      adminCall<SavedSearchDocument & { buyers: SeenBuyer[] }>('GET', `${SAVED_PATH}/details`, {
        query: { saved_search_id: id ?? undefined },
      }),
  });

export const useSaveSearch = () =>
  useAdminChange([SAVED], (body: Seen & { name: string; query: string }) =>
    adminCall<SavedSearchDocument>('POST', SAVED_PATH, { body }),
  );

export const useSeeSearch = (id: string) =>
  useAdminChange([SAVED], (body: Seen) => adminCall('PATCH', SAVED_PATH, { query: { saved_search_id: id }, body }));

export const useDeleteSearch = (id: string) =>
  useAdminChange([SAVED], () => adminCall('DELETE', SAVED_PATH, { query: { saved_search_id: id } }));
