import type { WebhookEvent } from '@plat/contracts';
import type { SearchApi } from './search.ts';

const EVENTS: Readonly<Record<SearchApi, Readonly<Record<'completed' | 'failed', WebhookEvent | null>>>> = {
  v1: { completed: 'buyer_search.completed', failed: 'buyer_search.failed' },
  // The earlier API has no webhook for a failure (docs/rules/earlier-api.md).
  legacy: { completed: 'legacy_search.completed', failed: null },
};

/** The webhook event of a search that ended; null when it has none. */
export const eventOfSearch = (api: SearchApi, outcome: 'completed' | 'failed'): WebhookEvent | null =>
  EVENTS[api][outcome];
