import type { InvestorDeal } from '@plat/dataset';
import { windowEndOn } from '@plat/dataset';
import type { DayWindow } from '../../../deals/index.ts';
import { addDays, lookbackStart } from '../../../deals/index.ts';
import { type MatchParts, matchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import { matchContext } from '../smart-match.ts';
import { dealsKnownOn, type Histories, type RecordedDeal } from './deals-known-on.ts';
import type { Purchase, RecordedMarket } from './recorded-market.ts';

/** Radius and window of the replayed searches. */
export interface ReplayedSearch {
  radiusMiles: number;
  lookbackYears: number;
}

/** A deal that the search would have found, with its match parts. */
export interface Candidate {
  deal: InvestorDeal;
  parts: MatchParts;
}

/** A purchase, with the results of a search at its property the day before. */
export interface Replay {
  purchaseDate: string;
  countyKey: string;
  /** The actual buyer. */
  buyerId: number;
  candidates: Candidate[];
}

/** The window of a search on the day before a purchase. */
function windowBefore(purchaseDate: string, { lookbackYears }: ReplayedSearch): DayWindow {
  const to = windowEndOn(addDays(purchaseDate, -1));
  return { from: lookbackStart(to, lookbackYears), to };
}

/** Runs the search on the market of the day before a purchase; later facts are ignored. */
export async function replayPurchase(
  purchase: Purchase,
  search: ReplayedSearch,
  market: RecordedMarket,
  histories: Histories,
): Promise<Replay> {
  const { subject, buyerId, purchaseDate, countyKey } = purchase;
  const window = windowBefore(purchaseDate, search);
  const around = (await market.dealsAround(subject, window)).filter((deal) => !isOfTheOwner(deal, purchase, window.to));
  const deals = dealsKnownOn(window, around, histories);
  const context = matchContext({ subject, radiusMiles: search.radiusMiles, asOf: window.to }, deals);
  const candidates = deals.map((deal) => ({ deal, parts: matchParts(deal, context) }));
  return { purchaseDate, countyKey, buyerId, candidates };
}

/** The owner of that day bought the searched property: no deal around it, as in a search. */
const isOfTheOwner = (deal: RecordedDeal, { propertyId }: Purchase, day: string): boolean =>
  deal.propertyId === propertyId && (deal.saleDate === null || deal.saleDate > day);

/** True if the list includes the actual buyer. */
export const isAnswerable = ({ buyerId, candidates }: Replay): boolean =>
  candidates.some(({ deal }) => deal.buyer.buyerId === buyerId);

/** Rank of the actual buyer, from 1, under a score; null when not in the list. */
export function rankOfBuyer({ buyerId, candidates }: Replay, score: (candidate: Candidate) => number): number | null {
  const scored = candidates.map((candidate) => ({ deal: candidate.deal, score: score(candidate) }));
  const place = pickBestDealPerBuyer(scored).findIndex(({ deal }) => deal.buyer.buyerId === buyerId);
  return place < 0 ? null : place + 1;
}
