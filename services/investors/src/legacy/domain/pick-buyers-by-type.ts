import type { BuyerType } from '@plat/contracts';
import { shareOut } from '@plat/dataset';
import { byRank, pickBestDealPerBuyer, type ScoredDeal } from '../../search/index.ts';

/** How many buyers are wanted, and which share of them flippers, 0 to 1. */
export interface TypeShares {
  targetResultCount: number;
  flipperWeight: number;
}

type Counts = Record<BuyerType, number>;

/** How many of each type make the target. */
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

/** Whether there are as many buyers of either type as are wanted. */
export function hasEnough(deals: readonly ScoredDeal[], shares: TypeShares): boolean {
  const [found, wanted] = [countTypes(deals), wantedOf(shares)];
  return found.flipper >= wanted.flipper && found.landlord >= wanted.landlord;
}

/**
 * One deal of every buyer, best first: the best-ranked one. Who acts both ways stands for the other type when that one
 * lacks buyers and there are more than enough of the first.
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

/** The best buyers of each type, as many as its share of the target, in rank order. @param buyers one deal each */
export function pickBuyersByType<S extends ScoredDeal>(buyers: readonly S[], shares: TypeShares): S[] {
  const flippers = buyers.filter(({ deal }) => deal.buyerType === 'flipper');
  const landlords = buyers.filter(({ deal }) => deal.buyerType === 'landlord');
  const found = { flippers: flippers.length, landlords: landlords.length };
  const shown = shareOut(found, shares.flipperWeight, shares.targetResultCount);
  return [...flippers.slice(0, shown.flippers), ...landlords.slice(0, shown.landlords)].sort(byRank);
}
