import type { Allowance } from '@plat/contracts';
import type { MinuteDecision } from '@plat/limits';

const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** Seconds until an instant, at least 1, for `Retry-After`. */
export const secondsUntil = (instant: string, nowMs: number): number =>
  Math.max(1, wholeSeconds(Date.parse(instant) - nowMs));

/** `minute`, or `second` for keys of the earlier API. */
export const windowName = (windowMs: number): string => (windowMs === 1_000 ? 'second' : 'minute');

interface Month {
  resetsAt: string;
  endMs: number;
  seconds: number;
}

let latest: Month = { resetsAt: '', endMs: 0, seconds: 0 };

/** The UTC month that ends at an instant; memoized, because nearly all requests share it. */
function monthBefore(resetsAt: string): Month {
  if (latest.resetsAt === resetsAt) return latest;
  const end = new Date(resetsAt);
  const endMs = end.getTime();
  const seconds = (endMs - Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1)) / 1000;
  latest = { resetsAt, endMs, seconds };
  return latest;
}

/**
 * Rate limit headers: the documented ones (docs/rules/limits.md) and the standard ones of
 * draft-ietf-httpapi-ratelimit-headers-10, where `q` is the quota, `w` the window, `r` the rest and `t` the seconds
 * until reset. Month headers appear only with a monthly limit.
 */
export function limitHeaders(
  minute: MinuteDecision | undefined,
  allowance: Allowance | undefined,
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const policies: string[] = [];
  const states: string[] = [];
  if (minute !== undefined) {
    const name = windowName(minute.windowMs);
    headers['x-ratelimit-limit'] = String(minute.limit);
    headers['x-ratelimit-remaining'] = String(minute.remaining);
    policies.push(`"${name}";q=${minute.limit};w=${wholeSeconds(minute.windowMs)}`);
    states.push(`"${name}";r=${minute.remaining};t=${wholeSeconds(minute.resetMs)}`);
  }
  if (allowance !== undefined && allowance.limit !== null && allowance.remaining !== null) {
    const { limit, remaining, resets_at: resetsAt } = allowance;
    const { endMs, seconds } = monthBefore(resetsAt);
    headers['x-monthly-limit'] = String(limit);
    headers['x-monthly-remaining'] = String(remaining);
    headers['x-monthly-reset'] = resetsAt;
    policies.push(`"month";q=${limit};w=${seconds}`);
    states.push(`"month";r=${remaining};t=${Math.max(1, wholeSeconds(endMs - nowMs))}`);
  }
  if (policies.length > 0) {
    headers['ratelimit-policy'] = policies.join(', ');
    headers.ratelimit = states.join(', ');
  }
  return headers;
}
