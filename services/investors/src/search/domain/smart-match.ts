import type { InvestorDeal } from '@plat/dataset';
import type { Subject } from '../../deals/index.ts';
import { expectInvestorPrices } from './investor-prices.ts';
import { countedAs, type MatchContext, type MatchParts, matchParts } from './match-parts.ts';
import { MATCH_THRESHOLD, MATCH_WEIGHTS } from './match-weights.ts';

const MATCH_SHARE = 0.2;
const MATCH_AT_LEAST = 3;
const MATCH_AT_MOST = 25;

/** The context that deals are scored against: the local price level and the activity of each buyer. */
export function matchContext(
  search: Pick<MatchContext, 'radiusMiles' | 'asOf'> & { subject: Subject },
  deals: readonly InvestorDeal[],
): MatchContext {
  const { subject, asOf } = search;
  const dealsOfBuyer = new Map<number, number>();
  for (const deal of deals) {
    const { buyerId } = deal.buyer;
    dealsOfBuyer.set(buyerId, (dealsOfBuyer.get(buyerId) ?? 0) + countedAs(deal, subject, asOf));
  }
  return { ...search, prices: expectInvestorPrices(subject, deals), dealsOfBuyer };
}

/** Weighted sum of the parts; 0 to 1 when the weights sum to 1. */
export const weigh = (parts: MatchParts, weights: MatchParts): number =>
  weights.distance * parts.distance +
  weights.recency * parts.recency +
  weights.similarity * parts.similarity +
  weights.activity * parts.activity +
  weights.reliability * parts.reliability;

/** How well a deal recommends its buyer for the subject, 0 to 1 (docs/rules/smart-match.md). */
export const matchScore = (deal: InvestorDeal, context: MatchContext): number =>
  weigh(matchParts(deal, context), MATCH_WEIGHTS);

export interface ScoredDeal {
  deal: InvestorDeal;
  score: number;
}

/** Total order of results: score, unrounded distance, later event, lower deal id. */
export function byRank(a: ScoredDeal, b: ScoredDeal): number {
  return (
    b.score - a.score ||
    a.deal.distanceMiles - b.deal.distanceMiles ||
    (a.deal.eventDate < b.deal.eventDate ? 1 : a.deal.eventDate > b.deal.eventDate ? -1 : 0) ||
    a.deal.dealId - b.deal.dealId
  );
}

/** Maximum number of smart matches among `results` items. */
export const smartMatchSeats = (results: number): number =>
  Math.min(MATCH_AT_MOST, Math.max(MATCH_AT_LEAST, Math.ceil(MATCH_SHARE * results)));

export const isSmartMatch = (score: number, rank: number, results: number): boolean =>
  score >= MATCH_THRESHOLD && rank <= smartMatchSeats(results);
