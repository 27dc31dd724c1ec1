import type { InvestorDeal, WindowEnd } from '@plat/dataset';
import type { Subject } from '../../deals/index.ts';
import { daysBetween } from '../../deals/index.ts';
import type { InvestorPrices } from './investor-prices.ts';

const RECENCY_HALF_LIFE_DAYS = 365;
const DISTANCE_SCALE = 0.5;
/** Full activity is this many deals today, at the subject and of its type. */
const FULL_ACTIVITY_DEALS = 10;
/** Standard deviation of the bell curve over distance: investors buy again in the same neighbourhood. */
const NEIGHBOURHOOD_MILES = 1.4;
/** The minimum weight of a deal, however old and of whatever type. */
const AGELESS_SHARE = 0.6;
const TYPELESS_SHARE = 0.5;
/** A difference of this many rooms scores 0. */
const ROOMS_APART = 3;
/** Neutral score when nothing can be compared. */
const UNKNOWN_SIMILARITY = 0.5;

/** The parts of a match score, each 0 to 1 (docs/rules/smart-match.md). */
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
  /** Activity of each buyer cluster inside the radius and the window: the sum of `countedAs` over its deals. */
  dealsOfBuyer: ReadonlyMap<number, number>;
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** 1 for equal amounts, 0 for double or half. */
const likeAmounts = (a: number, b: number): number => clip(1 - Math.abs(Math.log(a / b)) / Math.LN2);

const likeRooms = (a: number, b: number): number => clip(1 - Math.abs(a - b) / ROOMS_APART);

type Compared = Pick<MatchContext, 'subject' | 'prices'>;

/** True if an attribute is known on both sides. */
export const comparesAnything = (deal: InvestorDeal, compared: Compared): boolean =>
  similarities(deal, compared).length > 0;

/** Mean over the attributes known on both sides, 0 to 1: size, bedrooms, bathrooms, price band and property type. */
export function similarity(deal: InvestorDeal, compared: Compared): number {
  const parts = similarities(deal, compared);
  return parts.length === 0 ? UNKNOWN_SIMILARITY : parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

function similarities(deal: InvestorDeal, { subject, prices }: Compared): number[] {
  const parts: number[] = [];
  const { livingSquareFeet, bedrooms, bathrooms, propertyType } = subject;
  if (livingSquareFeet && deal.livingSquareFeet) parts.push(likeAmounts(deal.livingSquareFeet, livingSquareFeet));
  if (bedrooms !== null && deal.bedrooms !== null) parts.push(likeRooms(deal.bedrooms, bedrooms));
  if (bathrooms !== null && deal.bathrooms !== null) parts.push(likeRooms(deal.bathrooms, bathrooms));
  const expectedPrice = prices[deal.buyerType];
  if (expectedPrice !== null && deal.purchasePrice) parts.push(likeAmounts(deal.purchasePrice, expectedPrice));
  if (propertyType !== null) parts.push(propertyType === deal.propertyType ? 1 : 0);
  return parts;
}

/** 1 on the as-of day, halved every 365 days. */
const recency = ({ eventDate }: InvestorDeal, asOf: WindowEnd): number =>
  0.5 ** (Math.max(0, daysBetween(eventDate, asOf)) / RECENCY_HALF_LIFE_DAYS);

/**
 * The activity that one deal adds to its buyer: 1 at the subject, today and of its type. It falls with distance on a
 * bell curve of 1.4 miles, down to 60 % with age and to 50 % for another type; for a subject of unknown type, to 75 %.
 */
export function countedAs(deal: InvestorDeal, subject: Pick<Subject, 'propertyType'>, asOf: WindowEnd): number {
  const nearness = Math.exp(-0.5 * (deal.distanceMiles / NEIGHBOURHOOD_MILES) ** 2);
  const age = AGELESS_SHARE + (1 - AGELESS_SHARE) * recency(deal, asOf);
  const isSameType = subject.propertyType === null ? 0.5 : subject.propertyType === deal.propertyType ? 1 : 0;
  return nearness * age * (TYPELESS_SHARE + (1 - TYPELESS_SHARE) * isSameType);
}

/** 0 without deals, 1 from ten deals on, logarithmic in between. */
export const activity = (deals: number): number => Math.min(1, Math.log(1 + deals) / Math.log(1 + FULL_ACTIVITY_DEALS));

/** All parts of the match score of a deal. */
export function matchParts(deal: InvestorDeal, context: MatchContext): MatchParts {
  return {
    distance: Math.exp(-deal.distanceMiles / (DISTANCE_SCALE * context.radiusMiles)),
    recency: recency(deal, context.asOf),
    similarity: similarity(deal, context),
    activity: activity(context.dealsOfBuyer.get(deal.buyer.buyerId) ?? 0),
    reliability: clip(deal.buyer.reliability),
  };
}
