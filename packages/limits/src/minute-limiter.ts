/** Where a limiter gets its time from; the same shape as the platform's clock. */
export interface LimiterClock {
  nowMs(): number;
}

export const MINUTE_MS = 60_000;

/** The answer of a minute limiter to one request. */
export interface MinuteDecision {
  allowed: boolean;
  limit: number;
  windowMs: number;
  /** Whole requests still allowed in the current window, after this one; never negative. */
  remaining: number;
  /** Until the oldest admission leaves the window, so that one more is allowed; when refused, `retryAfterMs`. */
  resetMs: number;
  /** Until the next request would be allowed; 0 when `allowed`. */
  retryAfterMs: number;
}

/**
 * Exact sliding window: no interval `[t, t + windowMs)` ever holds more than `limit` admitted requests. A refused
 * request is not added to the window (decision E.4).
 */
export interface MinuteLimiter {
  /** @param windowMs a minute, unless the key is of the earlier API, whose limits are per second. */
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
