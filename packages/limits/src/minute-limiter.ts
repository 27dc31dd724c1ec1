/** Time source of a limiter; the same shape as the platform's clock. */
export interface LimiterClock {
  nowMs(): number;
}

export const MINUTE_MS = 60_000;

/** Decision of a minute limiter on one request. */
export interface MinuteDecision {
  allowed: boolean;
  limit: number;
  windowMs: number;
  /** Whole requests still allowed in the current window after this one; never negative. */
  remaining: number;
  /** Milliseconds until the oldest admission leaves the window. For a refused request, equal to `retryAfterMs`. */
  resetMs: number;
  /** Milliseconds until the next request would be allowed; 0 when `allowed`. */
  retryAfterMs: number;
}

/**
 * Exact sliding window: no interval `[t, t + windowMs)` ever holds more than `limit` admitted requests. Refused
 * requests do not count (docs/rules/limits.md).
 */
export interface MinuteLimiter {
  /** @param windowMs one minute by default; keys of the earlier API have limits per second. */
  take(keyId: string, limit: number, windowMs?: number): Promise<MinuteDecision>;
  close(): Promise<void>;
}

export const admitted = (limit: number, windowMs: number, countAfter: number, resetMs: number): MinuteDecision => ({
  allowed: true,
  limit,
  windowMs,
  remaining: Math.max(0, limit - countAfter),
  resetMs,
  retryAfterMs: 0,
});

export const refused = (limit: number, windowMs: number, retryAfterMs: number): MinuteDecision => ({
  allowed: false,
  limit,
  windowMs,
  remaining: 0,
  resetMs: retryAfterMs,
  retryAfterMs,
});
