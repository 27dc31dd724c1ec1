import type { BuyerType } from '@plat/contracts';
import { shareOut } from '@plat/dataset';
import { byRank, pickBestDealPerBuyer, type ScoredDeal } from '../../search/index.ts';

/** The number of requested buyers, and the share of flippers, 0 to 1. */
export interface TypeShares {
  targetResultCount: number;
  flipperWeight: number;
}

type Counts = Record<BuyerType, number>;

/** The number of buyers of each type that make the target. */
function wantedOf({ targetResultCount, flipperWeight }: TypeShares): Counts {
  const plenty = { flippers: Infinity, landlords: Infinity };
  const { flippers, landlords } = shareOut(plenty, flipperWeight, targetResultCount);
  return { flipper: flippers, landlord: landlords };
}

function countTypes(deals: readonly ScoredDeal[]): Counts {
  const flipper = deals.filter(({ deal }) => deal.buyerType === 'flipper').length;
  return { flipper, landlord: deals.length - flipper };
}

const opposite = (type: BuyerType): BuyerType => (type === 'flipper' ? 'landlord' : 'flipper');

/** True if there are as many buyers of either type as requested. */
export function hasEnough(deals: readonly ScoredDeal[], shares: TypeShares): boolean {
  const [found, wanted] = [countTypes(deals), wantedOf(shares)];
  return found.flipper >= wanted.flipper && found.landlord >= wanted.landlord;
}

/**
 * The best-ranked deal of every buyer, best first. A buyer who acts both ways represents the other type when that type
 * lacks buyers and the first has more than enough.
 */
export function oneDealPerBuyer<S extends ScoredDeal>(scored: readonly S[], shares: TypeShares): S[] {
  const best = new Map<number, S>();
  const others: S[] = [];
  for (const candidate of pickBestDealPerBuyer(scored)) {
    if (best.has(candidate.deal.buyer.buyerId)) others.push(candidate);
    else best.set(candidate.deal.buyer.buyerId, candidate);
  }
  const [found, wanted] = [countTypes([...best.values()]), wantedOf(shares)];
  for (const other of others) {
    const type = other.deal.buyerType;
    if (found[type] >= wanted[type] || found[opposite(type)] <= wanted[opposite(type)]) continue;
    best.set(other.deal.buyer.buyerId, other);
    found[type] += 1;
    found[opposite(type)] -= 1;
  }
  return [...best.values()].sort(byRank);
}

/** The best buyers of each type, up to its share of the target, by rank. @param buyers one deal each */
export function pickBuyersByType<S extends ScoredDeal>(buyers: readonly S[], shares: TypeShares): S[] {
  const flippers = buyers.filter(({ deal }) => deal.buyerType === 'flipper');
  const landlords = buyers.filter(({ deal }) => deal.buyerType === 'landlord');
  const found = { flippers: flippers.length, landlords: landlords.length };
  const shown = shareOut(found, shares.flipperWeight, shares.targetResultCount);
  return [...flippers.slice(0, shown.flippers), ...landlords.slice(0, shown.landlords)].sort(byRank);
}
