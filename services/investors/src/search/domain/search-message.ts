import type { BuyerSearchCompleted, BuyerSearchFailed } from '@plat/contracts';
import type { SearchOf, SearchStore } from '../../background/index.ts';
import { isOf } from '../../background/index.ts';
import type { WebhookMessage, WebhookWriters } from '../../webhooks/index.ts';
import { type ShowSearchDeps, showSearch } from './show-search.ts';

export interface SearchMessageDeps extends ShowSearchDeps {
  searches: Pick<SearchStore, 'find' | 'buyersOf'>;
}

/** The webhook messages of a buyer search that ended. The lists are applied when a message is written. */
export function searchMessageWriters(
  deps: SearchMessageDeps,
): Pick<WebhookWriters, 'buyer_search.completed' | 'buyer_search.failed'> {
  const ended = async (searchId: string, state: 'completed' | 'failed'): Promise<SearchOf<'v1'> | null> => {
    const search = await deps.searches.find(searchId, deps.nowMs());
    return search !== null && isOf('v1', search) && search.state === state ? search : null;
  };
  return {
    'buyer_search.completed': async (searchId, signal) => {
      const search = await ended(searchId, 'completed');
      if (search === null) return null;
      const body: BuyerSearchCompleted = { search_id: searchId, status: 'completed' };
      if (search.callback?.withResults !== true) return message(search, body);
      const results = await showSearch(search, deps, signal);
      return results === null ? null : message(search, { ...body, results });
    },
    'buyer_search.failed': async (searchId) => {
      const search = await ended(searchId, 'failed');
      return (
        search && message(search, { search_id: searchId, status: 'failed', error: search.error ?? 'The search failed' })
      );
    },
  };
}

const message = ({ callback }: SearchOf<'v1'>, body: BuyerSearchCompleted | BuyerSearchFailed): WebhookMessage => ({
  body,
  headers: callback === null || callback.secret === null ? {} : { 'x-webhook-secret': callback.secret },
});
