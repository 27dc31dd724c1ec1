import { byRank, type ScoredDeal } from './smart-match.ts';

/** The best-ranked deal of every buyer cluster, once per buyer type (docs/rules/buyers.md), best first. */
export function pickBestDealPerBuyer<S extends ScoredDeal>(scored: readonly S[]): S[] {
  const best = new Map<string, S>();
  for (const candidate of scored) {
    const key = `${candidate.deal.buyer.buyerId}/${candidate.deal.buyerType}`;
    const known = best.get(key);
    if (known === undefined || byRank(candidate, known) < 0) best.set(key, candidate);
  }
  return [...best.values()].sort(byRank);
}
