import type { BuyerFilters } from '@plat/contracts';
import type { ScoredDeal } from './smart-match.ts';

/** A deal near the subject that meets the caller's bounds, with what may hide it. */
export interface FunnelDeal {
  buyerId: number;
  buyerType: string;
  isHiddenInstitution: boolean;
  isNonArmsLength: boolean;
}

/** How many deals and buyers a search found and hid; a buyer counts once for each buyer type, as in the results. */
export interface SearchFunnel {
  deals: number;
  buyers: number;
  hiddenHedgeFund: number;
  hiddenNonArmsLength: number;
  hiddenNoPhone: number;
}

/**
 * Counts the buyers of a search at each step. A buyer is hidden by the first filter that leaves none of its deals.
 * @param visible the buyers that the filters leave. @param reachable how many of them may be shown.
 */
export function searchFunnel(
  all: readonly FunnelDeal[],
  visible: readonly ScoredDeal[],
  reachable: number,
  {
    hide_hedge_fund: hidesInstitutions,
    hide_no_phone: hidesNoPhone,
  }: Pick<BuyerFilters, 'hide_hedge_fund' | 'hide_no_phone'>,
): SearchFunnel {
  const buyersOf = (deals: readonly FunnelDeal[]) =>
    new Set(deals.map(({ buyerId, buyerType }) => `${buyerId}/${buyerType}`)).size;
  const buyers = buyersOf(all);
  const withoutInstitutions = hidesInstitutions ? buyersOf(all.filter((deal) => !deal.isHiddenInstitution)) : buyers;
  return {
    deals: all.length,
    buyers,
    hiddenHedgeFund: buyers - withoutInstitutions,
    hiddenNonArmsLength: withoutInstitutions - visible.length,
    hiddenNoPhone: hidesNoPhone ? visible.length - reachable : 0,
  };
}

/** Value of `X-Search-Funnel`, a dictionary of RFC 9651. @param shown buyers in the response. */
export const funnelHeader = (funnel: SearchFunnel, shown: number): string =>
  [
    `deals=${funnel.deals}`,
    `buyers=${funnel.buyers}`,
    `hidden-hedge-fund=${funnel.hiddenHedgeFund}`,
    `hidden-non-arms-length=${funnel.hiddenNonArmsLength}`,
    `hidden-no-phone=${funnel.hiddenNoPhone}`,
    `shown=${shown}`,
  ].join(', ');
