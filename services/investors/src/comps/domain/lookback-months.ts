import type { WindowEnd } from '@plat/dataset';

const DAYS_PER_MONTH = 365.25 / 12;
const DAY_MS = 86_400_000;

/**
 * The first day of a window of so many months that ends on a day, both `YYYY-MM-DD` on the UTC calendar: 24 months are
 * the 730 days of two years of a buyer search (C.4), as in analytics.
 */
export function lookbackMonthsStart(end: WindowEnd, months: number): string {
  const start = Date.parse(`${end}T00:00:00Z`) - Math.floor(months * DAYS_PER_MONTH) * DAY_MS;
  return new Date(start).toISOString().slice(0, 10);
}
