import { windowEndOn } from '@plat/dataset';
import type { NearbyDeal } from '../../../deals/index.ts';
import { addDays, lookbackStart } from '../../../deals/index.ts';
import { type MatchParts, matchParts } from '../match-parts.ts';
import { pickBestDealPerBuyer } from '../pick-best-deal-per-buyer.ts';
import type { DayWindow } from '../ports.ts';
import { matchContext } from '../smart-match.ts';
import { dealsKnownOn, type Histories } from './deals-known-on.ts';
import type { Purchase, RecordedMarket } from './recorded-market.ts';

/** Radius and window of the searches that are replayed. */
export interface ReplayedSearch {
  radiusMiles: number;
  lookbackYears: number;
}

/** A deal that the search would have found, with what spoke for its buyer. */
export interface Candidate {
  deal: NearbyDeal;
  parts: MatchParts;
}

/** A purchase with what a search at its property would have found the day before. */
export interface Replay {
  purchaseDate: string;
  /** Who bought. */
  buyerId: number;
  candidates: Candidate[];
}

/** The window of a search on the day before a purchase. */
export function windowBefore(purchaseDate: string, { lookbackYears }: ReplayedSearch): DayWindow {
  const to = windowEndOn(addDays(purchaseDate, -1));
  return { from: lookbackStart(to, lookbackYears), to };
}

/** Asks the market of the day before a purchase who was buying there. Nothing later is looked at. */
export async function replayPurchase(
  purchase: Purchase,
  search: ReplayedSearch,
  market: RecordedMarket,
  histories: Histories,
): Promise<Replay> {
  const { subject, buyerId, purchaseDate } = purchase;
  const window = windowBefore(purchaseDate, search);
  const deals = dealsKnownOn(window, await market.dealsAround(subject, window), histories);
  const context = matchContext({ subject, radiusMiles: search.radiusMiles, asOf: window.to }, deals);
  return { purchaseDate, buyerId, candidates: deals.map((deal) => ({ deal, parts: matchParts(deal, context) })) };
}

/** Whether the list held the actual buyer at all, so that there is an answer to find. */
export const isAnswerable = ({ buyerId, candidates }: Replay): boolean =>
  candidates.some(({ deal }) => deal.buyer.buyerId === buyerId);

/** Place of the actual buyer, from 1, among the items of a list that is ordered by a score; null when not in it. */
export function rankOfBuyer({ buyerId, candidates }: Replay, score: (candidate: Candidate) => number): number | null {
  const scored = candidates.map((candidate) => ({ deal: candidate.deal, score: score(candidate) }));
  const place = pickBestDealPerBuyer(scored).findIndex(({ deal }) => deal.buyer.buyerId === buyerId);
  return place < 0 ? null : place + 1;
}
