import type { NearbyDeal, Subject } from './deal.ts';
import type { InvestorPrices } from './investor-prices.ts';

/** Weights of the smart match (C.7); they sum to 1. */
export const MATCH_WEIGHTS = {
  distance: 0.25,
  recency: 0.2,
  similarity: 0.25,
  activity: 0.2,
  reliability: 0.1,
} as const;
export const MATCH_THRESHOLD = 0.6;
export const MATCH_SHARE = 0.2;
export const MATCH_AT_LEAST = 3;
export const MATCH_AT_MOST = 25;
const RECENCY_HALF_LIFE_DAYS = 365;
const DISTANCE_SCALE = 0.5;
/** This many deals count as full activity. */
const FULL_ACTIVITY_DEALS = 10;
/** A difference of this many rooms is no similarity at all. */
const ROOMS_APART = 3;
/** Similarity when nothing can be compared: neither for nor against. */
const UNKNOWN_SIMILARITY = 0.5;
const DAY_MS = 86_400_000;

export interface MatchContext {
  subject: Subject;
  radiusMiles: number;
  /** `YYYY-MM-DD`. */
  asOf: string;
  prices: InvestorPrices;
  /** Matching deals of each buyer cluster inside the radius and the window. */
  dealsOfBuyer: ReadonlyMap<number, number>;
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** 1 for equal amounts, 0 for double or half. */
const likeAmounts = (a: number, b: number): number => clip(1 - Math.abs(Math.log(a / b)) / Math.LN2);

const likeRooms = (a: number, b: number): number => clip(1 - Math.abs(a - b) / ROOMS_APART);

/** Mean over what both sides know, 0 to 1: size, bedrooms, bathrooms, price band and property type (C.7). */
export function similarity(deal: NearbyDeal, { subject, prices }: Pick<MatchContext, 'subject' | 'prices'>): number {
  const parts: number[] = [];
  const { livingSquareFeet, bedrooms, bathrooms, propertyType } = subject;
  if (livingSquareFeet && deal.livingSquareFeet) parts.push(likeAmounts(deal.livingSquareFeet, livingSquareFeet));
  if (bedrooms !== null && deal.bedrooms !== null) parts.push(likeRooms(deal.bedrooms, bedrooms));
  if (bathrooms !== null && deal.bathrooms !== null) parts.push(likeRooms(deal.bathrooms, bathrooms));
  const expectedPrice = prices[deal.buyerType];
  if (expectedPrice !== null && deal.purchasePrice) parts.push(likeAmounts(deal.purchasePrice, expectedPrice));
  if (propertyType !== null) parts.push(propertyType === deal.propertyType ? 1 : 0);
  return parts.length === 0 ? UNKNOWN_SIMILARITY : parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** 0 for no deal, 1 from ten deals on, logarithmic in between. */
export const activity = (deals: number): number => Math.min(1, Math.log(1 + deals) / Math.log(1 + FULL_ACTIVITY_DEALS));

/** How well a deal recommends its buyer for the subject, 0 to 1 (C.7). */
export function matchScore(deal: NearbyDeal, context: MatchContext): number {
  const { radiusMiles, asOf, dealsOfBuyer } = context;
  return (
    MATCH_WEIGHTS.distance * Math.exp(-deal.distanceMiles / (DISTANCE_SCALE * radiusMiles)) +
    MATCH_WEIGHTS.recency * 0.5 ** (Math.max(0, daysBetween(deal.eventDate, asOf)) / RECENCY_HALF_LIFE_DAYS) +
    MATCH_WEIGHTS.similarity * similarity(deal, context) +
    MATCH_WEIGHTS.activity * activity(dealsOfBuyer.get(deal.buyer.buyerId) ?? 1) +
    MATCH_WEIGHTS.reliability * clip(deal.buyer.reliability)
  );
}

export interface ScoredDeal {
  deal: NearbyDeal;
  score: number;
}

/** Total order of the results: score, unrounded distance, younger event, deal id, so that no two items ever tie. */
export function byRank(a: ScoredDeal, b: ScoredDeal): number {
  return (
    b.score - a.score ||
    a.deal.distanceMiles - b.deal.distanceMiles ||
    (a.deal.eventDate < b.deal.eventDate ? 1 : a.deal.eventDate > b.deal.eventDate ? -1 : 0) ||
    a.deal.dealId - b.deal.dealId
  );
}

/** How many of the best ranks may be smart matches among `results` items. */
export const smartMatchSeats = (results: number): number =>
  Math.min(MATCH_AT_MOST, Math.max(MATCH_AT_LEAST, Math.ceil(MATCH_SHARE * results)));

export const isSmartMatch = (score: number, rank: number, results: number): boolean =>
  score >= MATCH_THRESHOLD && rank <= smartMatchSeats(results);
