import type { WebhookEvent } from '@plat/contracts';
import type { SearchApi } from './search.ts';

const NEWS: Readonly<Record<SearchApi, Readonly<Record<'completed' | 'failed', WebhookEvent | null>>>> = {
  v1: { completed: 'buyer_search.completed', failed: 'buyer_search.failed' },
  // Only two outcomes are documented there, and a failure is neither (decision 113).
  legacy: { completed: 'legacy_search.completed', failed: null },
};

/** What a search that ended is news of; null when nobody is told. */
export const newsOf = (api: SearchApi, outcome: 'completed' | 'failed'): WebhookEvent | null => NEWS[api][outcome];
