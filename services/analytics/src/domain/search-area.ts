import {
  ANALYTICS_SEARCH_MAX_RESULTS,
  type AnalyticsSearchCriteria,
  type AnalyticsSearchItem,
  type BuyerType,
} from '@plat/contracts';
import { monthsBefore, type RecordsWindow, shareOut, type WindowEnd } from '@plat/dataset';
import { type HiddenDeal, hiddenDealItem, hideDeal } from './hide-deal.ts';
import { MAX_DISPLACEMENT_MILES, type PointObfuscation } from './point-obfuscation.ts';
import type { DealFinder } from './ports.ts';

/** The radius widens until it holds enough deals. */
const RADII_MILES = [2, 5, 10] as const;
const ENOUGH = 50;
const LOOKBACK_MONTHS = 24;

export interface AreaSearchPorts {
  deals: DealFinder;
  obfuscate: PointObfuscation;
}

/**
 * Recent flips and rental purchases near a point, nearest first, at most 100. Published points alone decide radius,
 * distance and order, so that no series of requests reveals a true one. Empty outside imported counties.
 */
export async function searchArea(
  criteria: AnalyticsSearchCriteria,
  { end, county }: RecordsWindow,
  ports: AreaSearchPorts,
  signal: AbortSignal,
): Promise<AnalyticsSearchItem[]> {
  if (county === null) return [];
  let found: HiddenDeal[] = [];
  for (const radiusMiles of RADII_MILES) {
    found = await dealsPublishedWithin(radiusMiles, criteria, end, ports, signal);
    if (found.length >= ENOUGH) break;
  }
  const byType = (buyerType: BuyerType) => found.filter(({ deal }) => deal.buyerType === buyerType).sort(nearestFirst);
  const [flips, rentals] = [byType('flipper'), byType('landlord')];
  const shown = shareOut(
    { flippers: flips.length, landlords: rentals.length },
    criteria.flipper_weight,
    ANALYTICS_SEARCH_MAX_RESULTS,
  );
  return [...flips.slice(0, shown.flippers), ...rentals.slice(0, shown.landlords)]
    .sort(nearestFirst)
    .map(hiddenDealItem);
}

/** Published points decide the edge, so candidates come from the radius plus the largest displacement. */
async function dealsPublishedWithin(
  radiusMiles: number,
  criteria: AnalyticsSearchCriteria,
  end: WindowEnd,
  { deals, obfuscate }: AreaSearchPorts,
  signal: AbortSignal,
): Promise<HiddenDeal[]> {
  const center = { latitude: criteria.latitude, longitude: criteria.longitude };
  const question = {
    center,
    propertyTypes: criteria.property_types,
    window: { from: monthsBefore(end, LOOKBACK_MONTHS), to: end },
    buyerTypes: buyerTypesFor(criteria.flipper_weight),
  };
  const candidates = await deals.within(radiusMiles + MAX_DISPLACEMENT_MILES, question, signal);
  return candidates
    .map((deal) => hideDeal(deal, center, obfuscate))
    .filter(({ distanceMiles }) => distanceMiles <= radiusMiles);
}

const buyerTypesFor = (weight: number): BuyerType[] =>
  weight === 1 ? ['flipper'] : weight === 0 ? ['landlord'] : ['flipper', 'landlord'];

/** Deals at one place tie in distance: then the latest first, then the lower id. */
const nearestFirst = (a: HiddenDeal, b: HiddenDeal): number =>
  a.distanceMiles - b.distanceMiles ||
  Number(a.deal.eventDate < b.deal.eventDate) - Number(a.deal.eventDate > b.deal.eventDate) ||
  a.deal.dealId - b.deal.dealId;
