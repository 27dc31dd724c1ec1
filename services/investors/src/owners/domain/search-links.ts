import type { MatchReason } from '@plat/contracts';
import { matchName } from './match-name.ts';
import { type ClusteredOwner, memoryOwnerBook } from './memory-owner-book.ts';

const STATE = 'PA';

/**
 * Tells how a wide search by the name of one record finds the owner of another, in either direction.
 * @returns a function of two record positions; it returns null when neither finds the other
 */
export function searchLinks(owners: readonly ClusteredOwner[]) {
  const book = memoryOwnerBook(STATE, owners);
  const { signal } = new AbortController();
  const oneWay = async (from: ClusteredOwner, to: ClusteredOwner): Promise<MatchReason | null> => {
    const criteria = { search_string: from.name, search_state: STATE, strict_matches_only: false };
    const matches = await matchName(criteria, book, signal);
    return matches.find(({ buyerId }) => buyerId === to.buyerId)?.reason ?? null;
  };
  return async (a: number, b: number): Promise<MatchReason | null> => {
    const [first, second] = [owners[a], owners[b]];
    if (first === undefined || second === undefined) return null;
    return (await oneWay(first, second)) ?? (await oneWay(second, first));
  };
}
