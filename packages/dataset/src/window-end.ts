import { addDays } from '@plat/kit/clock';

declare const windowEnd: unique symbol;

/**
 * The last day of a request's windows, YYYY-MM-DD: `records_through` of the county at the request's centre, capped
 * by the server's as-of day. The type keeps other days out: do-not-call age, quotas and tokens use the server's
 * as-of day or the clock.
 */
export type WindowEnd = string & { readonly [windowEnd]: true };

/** Declares a day as the end of windows. Requests take it from `windowOf`; tests and tools choose a day. */
export const windowEndOn = (day: string): WindowEnd => day as WindowEnd;

const DAYS_PER_YEAR = 365.25;

/** First day of a window of this many years: floor(years * 365.25) days before its end, `YYYY-MM-DD`. */
export const yearsBefore = (end: WindowEnd, years: number): string => addDays(end, -Math.floor(years * DAYS_PER_YEAR));

/** First day of a window of this many months: floor(months * 365.25 / 12) days before its end, `YYYY-MM-DD`. */
export const monthsBefore = (end: WindowEnd, months: number): string =>
  addDays(end, -Math.floor(months * (DAYS_PER_YEAR / 12)));
