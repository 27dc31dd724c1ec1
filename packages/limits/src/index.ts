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
 * Exact sliding window: no 60-second interval ever holds more than `limit` admitted requests. A refused request is not
 * added to the window (decision E.4).
 */
export interface MinuteLimiter {
  take(keyId: string, limitPerMinute: number): Promise<MinuteDecision>;
  close(): Promise<void>;
}

/**
 * Tells replicas that what they cached about a key is stale. `current` is cheap enough to ask on every request
 * (one pipelined Redis command, or a map lookup).
 */
export interface KeyEpochs {
  current(keyId: string): Promise<string>;
  /** Takes effect on every replica before it returns. */
  advance(keyId: string): Promise<void>;
  close(): Promise<void>;
}
