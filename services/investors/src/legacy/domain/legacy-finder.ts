import { onBehalfOf, type SearchFinder } from '../../background/index.ts';
import { countLookups } from '../../contacts/index.ts';
import type { LegacyDeps } from '../deps.ts';
import { findLegacyBuyers } from './find-legacy-buyers.ts';
import { legacyFoundBuyerCodec } from './legacy-found-buyer-codec.ts';

/** Finds the buyers of a search of the earlier API. */
export const legacySearchFinder =
  ({ ports: portsOf }: Pick<LegacyDeps, 'ports'>): SearchFinder =>
  async ({ question, searcher }, requestId, signal) => {
    if (question.api !== 'legacy') throw new Error(`expected a search of the earlier API, got one of ${question.api}`);
    // The caller's label of its user is not a Plat user.
    const principal = onBehalfOf({ ...searcher, userId: null });
    const ports = portsOf({ principal, requestId, deadlineMs: undefined });
    const { contacts, ran } = countLookups(ports.contacts);
    const buyers = await findLegacyBuyers(question, { ...ports, contacts }, signal);
    return { buyers: buyers.map(legacyFoundBuyerCodec.encode), skiptraced: ran() };
  };
