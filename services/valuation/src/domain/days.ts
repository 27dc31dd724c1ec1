const DAY_MS = 86_400_000;

/** The day so many whole days before another, both `YYYY-MM-DD`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - Math.floor(days) * DAY_MS).toISOString().slice(0, 10);

/** Days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
