import type { PropertyType } from '@plat/contracts';
import type { NearbyDeal } from '../../../deals/index.ts';
import { daysBetween } from '../../../deals/index.ts';
import type { DaySpan } from '../ports.ts';
import { flipShareOn, type HistoricPurchase, HOLD_DAYS, reliabilityOn } from './buyer-history.ts';

/** A deal as the dataset has it today, with what decides how an earlier day would have read it. */
export interface RecordedDeal extends NearbyDeal {
  /** Whether the records show that the buyer does not live there (C.3): a mailing address elsewhere, or a company. */
  isAbsentee: boolean;
  /** Large or listed (C.5): its rental purchases are hidden. */
  isInstitution: boolean;
}

export type Histories = ReadonlyMap<number, readonly HistoricPurchase[]>;

/** A cluster with a greater share of flips keeps its young purchases pending (C.3). */
const MOSTLY_FLIPS_SHARE = 0.5;
const RESIDENTIAL: readonly PropertyType[] = ['SFR', 'MFR', 'CONDO', 'MOBILE'];

/**
 * The deals that a search on the last day of a window would have seen, read as they would have been read then: what was
 * bought later is unknown, a flip that was not resold yet is a rental purchase or pending, pending ends when the
 * buyer's history of that day says so, and reliability counts nothing later.
 */
export function dealsKnownOn(window: DaySpan, deals: readonly RecordedDeal[], histories: Histories): NearbyDeal[] {
  const known: NearbyDeal[] = [];
  for (const deal of deals) {
    const history = histories.get(deal.buyer.buyerId) ?? [];
    const read = readOn(window.to, deal, history);
    if (read === null || read.eventDate < window.from) continue;
    known.push({ ...read, buyer: { ...deal.buyer, reliability: reliabilityOn(window.to, history) } });
  }
  return known;
}

function readOn(day: string, deal: RecordedDeal, history: readonly HistoricPurchase[]): NearbyDeal | null {
  if (deal.purchaseDate > day) return null;
  if (deal.saleDate !== null && deal.saleDate <= day) return deal;
  if (deal.isInstitution || !deal.isAbsentee || !RESIDENTIAL.includes(deal.propertyType)) return null;
  const isPending =
    daysBetween(deal.purchaseDate, day) < HOLD_DAYS && (flipShareOn(day, history) ?? 0) > MOSTLY_FLIPS_SHARE;
  if (isPending) return null;
  return { ...deal, buyerType: 'landlord', eventDate: deal.purchaseDate, saleDate: null, salePrice: null };
}
