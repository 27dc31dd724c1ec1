import type { LegacySearchCompleted } from '@plat/contracts';
import type { SearchStore } from '../../background/index.ts';
import { isOf } from '../../background/index.ts';
import type { WebhookWriters } from '../../webhooks/index.ts';

export interface LegacyMessageDeps {
  searches: Pick<SearchStore, 'find'>;
  nowMs(): number;
}

/** The webhook message of a completed search of the earlier API (docs/rules/earlier-api.md). */
export const legacyMessageWriters = ({
  searches,
  nowMs,
}: LegacyMessageDeps): Pick<WebhookWriters, 'legacy_search.completed'> => ({
  'legacy_search.completed': async (searchId) => {
    const search = await searches.find(searchId, nowMs());
    if (search === null || !isOf('legacy', search) || search.state !== 'completed') return null;
    const status = search.resultCount === 0 ? 'no buyers found' : 'complete';
    const body: LegacySearchCompleted = { searchId, status };
    return { body, headers: {} };
  },
});
