import type { Allowance, AllowanceName } from '@plat/contracts';

/** One allowance of one month. `month` is its first day in UTC, `YYYY-MM-01`. */
export interface AllowanceId {
  /** A company (subscriber keys), an end user (enterprise keys) or a key itself (earlier API, test keys). */
  ownerId: string;
  endpoint: AllowanceName;
  month: string;
}

/** What was counted of an allowance, and what is held by requests that still run. */
export interface Counter {
  used: number;
  reserved: number;
}

/** The name of an allowance in maps. */
export const allowanceKey = ({ ownerId, endpoint, month }: AllowanceId): string => `${ownerId} ${endpoint} ${month}`;

/** The month of an instant (decision 69: UTC), as its first day. */
export const monthOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 7)}-01`;

/** First instant of the next month in UTC, ISO 8601. */
export function resetsAt(month: string): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  const next = monthOfYear === 12 ? [year + 1, 1] : [year, monthOfYear + 1];
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01T00:00:00.000Z`;
}

/** What is left; never negative, though the company's own application may use more than the limit. */
export const remainingOf = (limit: number, { used, reserved }: Counter): number => Math.max(0, limit - used - reserved);

/** As an answer shows it; null where no monthly limit applies. */
export const shownAllowance = (limit: number | null, counter: Counter, month: string): Allowance => ({
  limit,
  remaining: limit === null ? null : remainingOf(limit, counter),
  resets_at: resetsAt(month),
});
