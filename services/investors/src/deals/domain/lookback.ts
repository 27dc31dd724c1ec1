import type { WindowEnd } from '@plat/dataset';

const DAYS_PER_YEAR = 365.25;
const DAY_MS = 86_400_000;

/** The day floor(years * 365.25) days before another, both `YYYY-MM-DD` on the UTC calendar (C.4). */
export function lookbackStart(end: WindowEnd, years: number): string {
  const start = Date.parse(`${end}T00:00:00Z`) - Math.floor(years * DAYS_PER_YEAR) * DAY_MS;
  return new Date(start).toISOString().slice(0, 10);
}
