import type { BuyerSearchItem } from '@plat/contracts';
import type { Realm } from '@plat/kit';
import type { SearchOf, SearchStore } from '../../background/index.ts';
import type { SuppressionLists } from '../../contacts/index.ts';
import { foundBuyerCodec } from './found-buyer-codec.ts';
import { showBuyers } from './show-buyers.ts';

/** Shows the results of an earlier search. */
export interface ShowSearchDeps {
  searches: Pick<SearchStore, 'buyersOf'>;
  suppressions(realm: Realm): SuppressionLists;
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf(realm: Realm): string;
  nowMs(): number;
}

/** The buyers that a search found, as the lists allow today. @returns null when they are no longer kept. */
export async function showSearch(
  { id, question, searcher: { realm } }: SearchOf<'v1'>,
  { searches, suppressions, asOf, nowMs }: ShowSearchDeps,
  signal: AbortSignal,
): Promise<BuyerSearchItem[] | null> {
  const buyers = await searches.buyersOf(id);
  if (buyers === null) return null;
  const showing = { ...question.criteria, asOf: asOf(realm), checkedAt: new Date(nowMs()).toISOString() };
  return showBuyers(buyers.map(foundBuyerCodec.decode), suppressions(realm), showing, signal);
}
