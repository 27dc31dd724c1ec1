import type { Allowance, AllowanceName } from '@plat/contracts';

/** One monthly allowance. `month` is its first day in UTC, `YYYY-MM-01`. */
export interface AllowanceId {
  /** A company (subscriber keys), an end user (enterprise keys) or the key itself (earlier API, test keys). */
  ownerId: string;
  endpoint: AllowanceName;
  month: string;
}

/** Counted usage, and holds of running requests. */
export interface Counter {
  used: number;
  reserved: number;
}

/** Map key of an allowance. */
export const allowanceKey = ({ ownerId, endpoint, month }: AllowanceId): string => `${ownerId} ${endpoint} ${month}`;

/** The first day of an instant's month, in UTC. */
export const monthOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 7)}-01`;

/** Start of the next month in UTC, ISO 8601. */
export function resetsAt(month: string): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  const next = monthOfYear === 12 ? [year + 1, 1] : [year, monthOfYear + 1];
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01T00:00:00.000Z`;
}

/** Never negative, although the companion application may exceed the limit. */
export const remainingOf = (limit: number, { used, reserved }: Counter): number => Math.max(0, limit - used - reserved);

/** The allowance as responses show it; null where no monthly limit applies. */
export const shownAllowance = (limit: number | null, counter: Counter, month: string): Allowance => ({
  limit,
  remaining: limit === null ? null : remainingOf(limit, counter),
  resets_at: resetsAt(month),
});
