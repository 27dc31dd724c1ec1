import type { InvestorCompsCriteria } from '@plat/contracts';
import type { CompDeal } from '@plat/dataset';
import type { DayWindow } from '../../deals/index.ts';

export interface CompFinder {
  /**
   * Every counted deal around a point that meets the criteria and happened in the window, in no particular order;
   * without details of a subject, at least the nearest `limit` of them.
   */
  near(criteria: InvestorCompsCriteria, window: DayWindow, signal: AbortSignal): Promise<CompDeal[]>;
}
