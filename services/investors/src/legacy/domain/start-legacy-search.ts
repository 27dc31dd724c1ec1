import { DEFAULT_BUYER_SEARCH_SORT, type LegacySearchCriteria, type MatchedSubject } from '@plat/contracts';
import type { LegacySubject, Searcher, SearchStore } from '../../background/index.ts';
import type { AddressResolver } from '../../search/index.ts';
import { locateLegacySubject } from './locate-legacy-subject.ts';

export interface LegacyStart {
  criteria: LegacySearchCriteria;
  searcher: Omit<Searcher, 'userId'>;
  requestId: string;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
  nowMs: number;
}

/**
 * Resolves the address of a search and stores the search with its job. The caller's label of its user is stored, but
 * identifies nobody. Nothing is stored when the address matches nothing, or when the caller gets an error first,
 * because every stored search must be counted.
 * @throws AppError INVALID_ADDRESS (400), ADDRESS_NOT_FOUND (404), UPSTREAM_ERROR (502)
 */
export async function startLegacySearch(
  { criteria, searcher, requestId, asOf, nowMs }: LegacyStart,
  { addresses, searches }: { addresses: AddressResolver; searches: Pick<SearchStore, 'accept'> },
  signal: AbortSignal,
): Promise<{ searchId: string; subject: LegacySubject; match: MatchedSubject }> {
  const { address, userId, notifyUrl, targetResultCount, flipperWeight } = criteria;
  const { subject, match } = await locateLegacySubject(address, addresses, signal);
  const id = Bun.randomUUIDv7();
  const search = {
    id,
    searcher: { ...searcher, userId },
    question: { api: 'legacy' as const, criteria: { targetResultCount, flipperWeight }, subject, asOf },
    sort: DEFAULT_BUYER_SEARCH_SORT,
    // The start of a search is counted, not its end.
    reservationId: null,
    callback: notifyUrl === null ? null : { url: notifyUrl, secret: null, withResults: false },
    createdAt: new Date(nowMs).toISOString(),
  };
  return { searchId: await searches.accept(search, { searchId: id, requestId }, signal), subject, match };
}
