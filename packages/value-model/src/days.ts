import { DAY_MS } from '@plat/kit/clock';

/** Fractional calendar year: 2026.5 is about July. */
export const yearOfDay = (day: number): number => 1970 + day / 365.25;

/** First day of the calendar quarter of a day. */
export function quarterStart(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1) / DAY_MS;
}

/** First day of the calendar month of a day. */
export function monthStart(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}
