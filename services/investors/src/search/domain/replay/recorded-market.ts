import type { Subject } from '../../../deals/index.ts';
import type { DaySpan } from '../ports.ts';
import type { HistoricPurchase } from './buyer-history.ts';
import type { RecordedDeal } from './deals-known-on.ts';

/** A purchase on the market by an investor: what a search the day before should have led to. */
export interface Purchase {
  dealId: number;
  buyerId: number;
  /** `YYYY-MM-DD`. */
  purchaseDate: string;
  /** The property bought, as the roll describes it. */
  subject: Subject;
}

/** The recorded past of one region, read-only. */
export interface RecordedMarket {
  /** Purchases on the map within a span of days, in order of day and id; those of institutions that searches hide are left out. */
  purchases(span: DaySpan): Promise<Purchase[]>;
  /** All purchases on the market, by buyer. */
  histories(): Promise<Map<number, HistoricPurchase[]>>;
  /** Deals around a point that a search on any day of the span may show, as they are recorded today. */
  dealsAround(subject: Subject, span: DaySpan): Promise<RecordedDeal[]>;
}
