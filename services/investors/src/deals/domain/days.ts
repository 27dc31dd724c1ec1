const DAY_MS = 86_400_000;

/** Days from one UTC day to another, both `YYYY-MM-DD`; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The UTC day so many days after another, `YYYY-MM-DD`; before it for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
