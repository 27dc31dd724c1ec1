import type { PropertyType } from '@plat/contracts';
import type { InvestorDeal } from '@plat/dataset';
import type { DaySpan } from '../../../deals/index.ts';
import { daysBetween } from '../../../deals/index.ts';
import { flipShareOn, type HistoricPurchase, HOLD_DAYS, reliabilityOn } from './buyer-history.ts';

/** A deal as the dataset has it today, with the facts that decide how it looked on an earlier day. */
export interface RecordedDeal extends InvestorDeal {
  propertyId: number;
  /**
   * True if the records show that the buyer does not live there (docs/rules/rentals.md): another mailing address, or a
   * company.
   */
  isAbsentee: boolean;
  /** Large or listed (docs/rules/institutions.md); its rental purchases are hidden. */
  isInstitution: boolean;
}

export type Histories = ReadonlyMap<number, readonly HistoricPurchase[]>;

/** A cluster with a higher share of flips keeps its recent purchases pending (docs/rules/rentals.md). */
const MOSTLY_FLIPS_SHARE = 0.5;
const RESIDENTIAL: readonly PropertyType[] = ['SFR', 'MFR', 'CONDO', 'MOBILE'];

/**
 * The deals that a search on the last day of a window would have found, as they looked then. Later purchases are
 * unknown; a flip before its resale is a rental purchase or pending; the buyer's history of that day decides what is
 * pending; reliability counts nothing later.
 */
export function dealsKnownOn(window: DaySpan, deals: readonly RecordedDeal[], histories: Histories): InvestorDeal[] {
  const known: InvestorDeal[] = [];
  for (const deal of deals) {
    const history = histories.get(deal.buyer.buyerId) ?? [];
    const read = readOn(window.to, deal, history);
    if (read === null || read.eventDate < window.from) continue;
    known.push({ ...read, buyer: { ...deal.buyer, reliability: reliabilityOn(window.to, history) } });
  }
  return known;
}

function readOn(day: string, deal: RecordedDeal, history: readonly HistoricPurchase[]): InvestorDeal | null {
  if (deal.purchaseDate > day) return null;
  if (deal.saleDate !== null && deal.saleDate <= day) return deal;
  if (deal.isInstitution || !deal.isAbsentee || !RESIDENTIAL.includes(deal.propertyType)) return null;
  const isPending =
    daysBetween(deal.purchaseDate, day) < HOLD_DAYS && (flipShareOn(day, history) ?? 0) > MOSTLY_FLIPS_SHARE;
  if (isPending) return null;
  return { ...deal, buyerType: 'landlord', eventDate: deal.purchaseDate, saleDate: null, salePrice: null };
}
