import type { BuyerSearchItem } from '@plat/contracts';
import type { Realm } from '@plat/kit';
import type { FoundBuyer, SuppressionLists } from '../../search/index.ts';
import { showBuyers } from '../../search/index.ts';
import type { SearchOf } from './find-own-search.ts';
import type { SearchStore } from './ports.ts';

/** What the results of a search are shown with, whenever they are. */
export interface ShowSearchDeps {
  searches: Pick<SearchStore, 'buyersOf'>;
  suppressions(realm: Realm): SuppressionLists;
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf(realm: Realm): string;
  nowMs(): number;
}

/** The buyers that a search found, as the lists allow today. @returns null when they are not kept any more. */
export async function showSearch(
  { id, question, searcher: { realm } }: SearchOf<'v1'>,
  { searches, suppressions, asOf, nowMs }: ShowSearchDeps,
  signal: AbortSignal,
): Promise<BuyerSearchItem[] | null> {
  const buyers = (await searches.buyersOf(id)) as readonly FoundBuyer[] | null;
  if (buyers === null) return null;
  const showing = { ...question.criteria, asOf: asOf(realm), checkedAt: new Date(nowMs()).toISOString() };
  return showBuyers(buyers, suppressions(realm), showing, signal);
}
