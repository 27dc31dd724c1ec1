import type { BuyerType, PropertyType } from '@plat/contracts';
import type { MarketSummary, Point, RecordsWindow, WindowEnd } from '@plat/dataset';
import type { AreaDeal } from './area-deal.ts';

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
  /** The day that windows around a point count back from. @param asOf the server's as-of day, `YYYY-MM-DD` */
  at(center: Point, asOf: string, signal: AbortSignal): Promise<RecordsWindow>;
}

export interface DealFinder {
  /** Every counted deal of the buyer types with its true place within the radius, unordered. */
  within(
    radiusMiles: number,
    question: AreaQuestion & { buyerTypes: readonly BuyerType[] },
    signal: AbortSignal,
  ): Promise<AreaDeal[]>;
}

export interface MarketSummaries {
  /** Counts within 1, 2, 5 and 10 miles, and unrounded figures of the purchases within the metrics radius. */
  of(question: AreaQuestion & { metricsRadiusMiles: number }, signal: AbortSignal): Promise<MarketSummary>;
}
