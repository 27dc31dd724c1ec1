/** Where a limiter gets its time from; the same shape as the platform's clock. */
export interface LimiterClock {
  nowMs(): number;
}

export const WINDOW_MS = 60_000;

/** The answer of a minute limiter to one request. */
export interface MinuteDecision {
  allowed: boolean;
  limit: number;
  /** Whole requests still allowed in the current window, after this one; never negative. */
  remaining: number;
  /** Until the next request would be allowed; 0 when `allowed`. */
  retryAfterMs: number;
}

/**
 * Exact sliding window: no 60-second interval `[t, t + 60 s)` ever holds more than `limit` admitted requests. A refused
 * request is not added to the window (decision E.4).
 */
export interface MinuteLimiter {
  take(keyId: string, limitPerMinute: number): Promise<MinuteDecision>;
  close(): Promise<void>;
}

export const admitted = (limit: number, countAfter: number): MinuteDecision => ({
  allowed: true,
  limit,
  remaining: Math.max(0, limit - countAfter),
  retryAfterMs: 0,
});

export const refused = (limit: number, retryAfterMs: number): MinuteDecision => ({
  allowed: false,
  limit,
  remaining: 0,
  retryAfterMs,
});
