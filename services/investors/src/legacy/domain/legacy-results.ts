import type { LegacyBuyerResult } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { SearchStore } from '../../background/index.ts';
import { findOwnSearch, searchNotFound, type WantedSearch } from '../../background/index.ts';
import type { SuppressionLists } from '../../contacts/index.ts';
import { legacyFoundBuyerCodec } from './legacy-found-buyer-codec.ts';
import { type LegacyShowing, showLegacyBuyers } from './show-legacy-buyers.ts';

/** Seconds to wait before polling a pending search. */
const RETRY_AFTER_SECONDS = 3;

/**
 * The buyers of a completed search, with today's do-not-contact lists applied.
 * @throws AppError SEARCH_NOT_FOUND (404) for an unknown search or another key's, SEARCH_NOT_COMPLETED (404) while it
 * runs and after it failed, NO_BUYERS_FOUND (404)
 */
export async function legacyResults(
  wanted: WantedSearch,
  showing: LegacyShowing,
  ports: { searches: Pick<SearchStore, 'find' | 'buyersOf'>; suppressions: SuppressionLists },
  signal: AbortSignal,
): Promise<LegacyBuyerResult[]> {
  const search = await findOwnSearch('legacy', wanted, ports.searches);
  if (search.state === 'pending') {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    throw new AppError('SEARCH_NOT_COMPLETED', 'The search is not completed yet; ask again', { headers });
  }
  if (search.state === 'failed') {
    throw new AppError('SEARCH_NOT_COMPLETED', 'The search failed and will not complete; start another');
  }
  const buyers = await ports.searches.buyersOf(search.id);
  if (buyers === null) throw searchNotFound();
  if (buyers.length === 0) throw new AppError('NO_BUYERS_FOUND', 'The search found no buyers');
  return showLegacyBuyers(buyers.map(legacyFoundBuyerCodec.decode), ports.suppressions, showing, signal);
}
