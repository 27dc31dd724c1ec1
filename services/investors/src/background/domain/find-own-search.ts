import { AppError, type Principal } from '@plat/kit';
import type { SearchStore } from './ports.ts';
import type { Search, SearchApi, SearchQuestion } from './search.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One answer for what never was, is no more, or is somebody else's: nobody learns which. */
export const searchNotFound = (): AppError => new AppError('SEARCH_NOT_FOUND', 'No search of this key has this id');

/** A search and what was asked, of one API. */
export type SearchOf<Api extends SearchApi> = Search & { question: Extract<SearchQuestion, { api: Api }> };

export interface WantedSearch {
  searchId: string;
  principal: Pick<Principal, 'keyId' | 'realm'>;
  nowMs: number;
}

/**
 * A search of a key, whichever of its users asked for it (decision 56).
 * @throws AppError SEARCH_NOT_FOUND (404) also for an id that is none.
 */
export async function findOwnSearch<Api extends SearchApi>(
  api: Api,
  { searchId, principal, nowMs }: WantedSearch,
  searches: Pick<SearchStore, 'find'>,
): Promise<SearchOf<Api>> {
  const search = UUID.test(searchId) ? await searches.find(searchId, nowMs) : null;
  if (search === null || !isOf(api, search)) throw searchNotFound();
  const { keyId, realm } = search.searcher;
  if (keyId !== principal.keyId || realm !== principal.realm) throw searchNotFound();
  return search;
}

export const isOf = <Api extends SearchApi>(api: Api, search: Search): search is SearchOf<Api> =>
  search.question.api === api;
