/**
 * The same day some months earlier on the calendar, both `YYYY-MM-DD`; the last day of the month where it has no such
 * day: six months before 2026-08-31 is 2026-02-28.
 */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}
