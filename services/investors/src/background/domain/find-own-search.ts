import { isUuid } from '@plat/contracts';
import { AppError, type Principal } from '@plat/kit';
import type { SearchStore } from './ports.ts';
import type { Search, SearchApi, SearchQuestion } from './search.ts';

/** One error for unknown, expired and other keys' searches, so that it reveals nothing. */
export const searchNotFound = (): AppError => new AppError('SEARCH_NOT_FOUND', 'No search of this key has this id');

/** A search of one API. */
export type SearchOf<Api extends SearchApi> = Search & { question: Extract<SearchQuestion, { api: Api }> };

export interface WantedSearch {
  searchId: string;
  principal: Pick<Principal, 'keyId' | 'realm'>;
  nowMs: number;
}

/**
 * A search of a key, whichever user started it (docs/rules/background-searches.md).
 * @throws AppError SEARCH_NOT_FOUND (404), also for a malformed id
 */
export async function findOwnSearch<Api extends SearchApi>(
  api: Api,
  { searchId, principal, nowMs }: WantedSearch,
  searches: Pick<SearchStore, 'find'>,
): Promise<SearchOf<Api>> {
  const search = isUuid(searchId) ? await searches.find(searchId, nowMs) : null;
  if (search === null || !isOf(api, search)) throw searchNotFound();
  const { keyId, realm } = search.searcher;
  if (keyId !== principal.keyId || realm !== principal.realm) throw searchNotFound();
  return search;
}

export const isOf = <Api extends SearchApi>(api: Api, search: Search): search is SearchOf<Api> =>
  search.question.api === api;
