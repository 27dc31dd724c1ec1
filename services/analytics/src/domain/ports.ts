import type { BuyerType, PropertyType } from '@plat/contracts';
import type { MarketSummary, RecordsWindow, WindowEnd } from '@plat/dataset';
import type { AreaDeal, Point } from './area-deal.ts';

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DayWindow {
  from: string;
  to: WindowEnd;
}

export interface AreaQuestion {
  center: Point;
  propertyTypes: readonly PropertyType[];
  window: DayWindow;
}

export interface RecordsWindows {
  /** What windows centred on a point count back from. @param asOf the server's as-of day, `YYYY-MM-DD` */
  at(center: Point, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}

export interface DealFinder {
  /** Every counted deal of the buyer types whose true place lies within the radius, in no particular order. */
  within(
    radiusMiles: number,
    question: AreaQuestion & { buyerTypes: readonly BuyerType[] },
    signal: AbortSignal,
  ): Promise<AreaDeal[]>;
}

export interface MarketSummaries {
  /** Counts within 1, 2, 5 and 10 miles, and figures of the purchases within the metrics radius, not rounded. */
  of(question: AreaQuestion & { metricsRadiusMiles: number }, signal: AbortSignal): Promise<MarketSummary>;
}
