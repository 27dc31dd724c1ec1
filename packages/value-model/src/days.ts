const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
export const dayOfDate = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Calendar year with its part that has passed: 2026.5 is about July. */
export const yearOfDay = (day: number): number => 1970 + day / 365.25;

/** First day of the calendar quarter that a day lies in. */
export function quarterStart(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1) / DAY_MS;
}
