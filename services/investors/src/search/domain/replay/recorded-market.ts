import type { DaySpan, Subject } from '../../../deals/index.ts';
import type { HistoricPurchase } from './buyer-history.ts';
import type { RecordedDeal } from './deals-known-on.ts';

/** A counted purchase by an investor: the result that a search the day before should have found. */
export interface Purchase {
  dealId: number;
  propertyId: number;
  buyerId: number;
  /** `YYYY-MM-DD`. */
  purchaseDate: string;
  /** Key of the county of the property, unique within the region. */
  countyKey: string;
  /** The property bought, as the roll describes it. */
  subject: Subject;
}

/** The recorded past of one region, read-only. */
export interface RecordedMarket {
  /** Counted purchases on the map within a span of days and the records of their county, by day and id, without institutions that searches hide. */
  purchases(span: DaySpan): Promise<Purchase[]>;
  /** All counted purchases, by buyer. */
  histories(): Promise<Map<number, HistoricPurchase[]>>;
  /** Deals around a point that a search on any day of the span may show, as recorded today. */
  dealsAround(subject: Subject, span: DaySpan): Promise<RecordedDeal[]>;
}
