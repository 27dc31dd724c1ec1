import type { WindowEnd } from '@plat/dataset';
import type { NearbyDeal, Subject } from '../../deals/index.ts';
import { daysBetween } from '../../deals/index.ts';
import type { InvestorPrices } from './investor-prices.ts';

const RECENCY_HALF_LIFE_DAYS = 365;
const DISTANCE_SCALE = 0.5;
/** This many deals of today, at the subject and of its type, count as full activity. */
const FULL_ACTIVITY_DEALS = 10;
/** Investors buy again in the same neighbourhood: the standard deviation of the bell by which nearness counts. */
const NEIGHBOURHOOD_MILES = 1.4;
/** What a deal counts for however old it is, and of whatever type. */
const AGELESS_SHARE = 0.6;
const TYPELESS_SHARE = 0.5;
/** A difference of this many rooms is no similarity at all. */
const ROOMS_APART = 3;
/** Similarity when nothing can be compared: neither for nor against. */
const UNKNOWN_SIMILARITY = 0.5;

/** What speaks for a deal's buyer, each part 0 to 1 (C.7). */
export interface MatchParts {
  distance: number;
  recency: number;
  similarity: number;
  activity: number;
  reliability: number;
}

export interface MatchContext {
  subject: Subject;
  radiusMiles: number;
  asOf: WindowEnd;
  prices: InvestorPrices;
  /** Deals of each buyer cluster inside the radius and the window, each counted by `countedAs`. */
  dealsOfBuyer: ReadonlyMap<number, number>;
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

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

/** 1 today, halved with every 365 days (C.7). */
const recency = ({ eventDate }: NearbyDeal, asOf: WindowEnd): number =>
  0.5 ** (Math.max(0, daysBetween(eventDate, asOf)) / RECENCY_HALF_LIFE_DAYS);

/**
 * What one deal adds to its buyer's activity: 1 at the subject, today and of its type; less by a bell of 1.4 miles,
 * down to 60 % with age and to 50 % for another type, half way where the subject's type is unknown.
 */
export function countedAs(deal: NearbyDeal, subject: Pick<Subject, 'propertyType'>, asOf: WindowEnd): number {
  const nearness = Math.exp(-0.5 * (deal.distanceMiles / NEIGHBOURHOOD_MILES) ** 2);
  const age = AGELESS_SHARE + (1 - AGELESS_SHARE) * recency(deal, asOf);
  const isSameType = subject.propertyType === null ? 0.5 : subject.propertyType === deal.propertyType ? 1 : 0;
  return nearness * age * (TYPELESS_SHARE + (1 - TYPELESS_SHARE) * isSameType);
}

/** 0 for no deal, 1 from ten deals on, logarithmic in between. */
export const activity = (deals: number): number => Math.min(1, Math.log(1 + deals) / Math.log(1 + FULL_ACTIVITY_DEALS));

/** Everything that speaks for the buyer of a deal. */
export function matchParts(deal: NearbyDeal, context: MatchContext): MatchParts {
  return {
    distance: Math.exp(-deal.distanceMiles / (DISTANCE_SCALE * context.radiusMiles)),
    recency: recency(deal, context.asOf),
    similarity: similarity(deal, context),
    activity: activity(context.dealsOfBuyer.get(deal.buyer.buyerId) ?? 0),
    reliability: clip(deal.buyer.reliability),
  };
}
