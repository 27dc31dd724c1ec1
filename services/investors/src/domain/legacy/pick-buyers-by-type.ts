import { shareOut } from '@plat/market';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { byRank, type ScoredDeal } from '../smart-match.ts';

/** The best-ranked deal of every buyer cluster, whatever it acts as, best first. */
export function bestOfEachBuyer<S extends ScoredDeal>(scored: readonly S[]): S[] {
  const seen = new Set<number>();
  return pickBestDealPerBuyer(scored).filter(({ deal: { buyer } }) => {
    const isNew = !seen.has(buyer.buyerId);
    seen.add(buyer.buyerId);
    return isNew;
  });
}

/**
 * The best buyers of each type, as many as its share of the whole, in rank order.
 * @param best one deal per buyer, best first
 * @param flipperWeight share of flippers, 0 to 1
 */
export function pickBuyersByType<S extends ScoredDeal>(best: readonly S[], flipperWeight: number, limit: number): S[] {
  const flippers = best.filter(({ deal }) => deal.buyerType === 'flipper');
  const landlords = best.filter(({ deal }) => deal.buyerType === 'landlord');
  const shown = shareOut({ flippers: flippers.length, landlords: landlords.length }, flipperWeight, limit);
  return [...flippers.slice(0, shown.flippers), ...landlords.slice(0, shown.landlords)].sort(byRank);
}
