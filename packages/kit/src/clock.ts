/** Time source for all rules. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

export const DAY_MS = 86_400_000;

/** UTC calendar day of an instant, `YYYY-MM-DD`. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
export const dayOfDate = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** The `YYYY-MM-DD` of days since 1970-01-01. */
export const dateOfDay = (day: number): string => utcDay(day * DAY_MS);

/** The UTC day this many days after another, both `YYYY-MM-DD`; before it for a negative number. */
export const addDays = (date: string, days: number): string => dateOfDay(dayOfDate(date) + days);

/** Days from one UTC day to another, both `YYYY-MM-DD`; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayOfDate(to) - dayOfDate(from);

/** True for an existing calendar day in the form `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && utcDay(ms) === text;
}
