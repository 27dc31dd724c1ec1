const DAY_MS = 86_400_000;

/** Ages of records, youngest first: up to so many days, with a name. */
export const FRESHNESS = [
  { days: 30, name: 'up to 30 days', level: 'fresh' },
  { days: 90, name: 'up to 90 days', level: 'recent' },
  { days: 180, name: 'up to 180 days', level: 'aging' },
  { days: Number.POSITIVE_INFINITY, name: 'older, or without sales', level: 'old' },
] as const;

/** Whole days between the last record and the day that windows count back from; null without records. */
export const ageInDays = (recordsThrough: string | null, asOf: string): number | null =>
  recordsThrough === null ? null : Math.max(0, Math.round((Date.parse(asOf) - Date.parse(recordsThrough)) / DAY_MS));

/** The class that an age belongs to. */
export const freshnessOf = (age: number | null): (typeof FRESHNESS)[number] =>
  FRESHNESS.find(({ days }) => age !== null && age <= days) ?? FRESHNESS[3];
