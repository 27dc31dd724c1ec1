import type { LoggedRequest, RequestOfKey } from '@plat/contracts';

export const REQUEST_LOG_KEPT_MS = 24 * 3_600_000;
/** Newest requests of one key that are kept. */
export const REQUEST_LOG_PER_KEY = 10_000;

export interface RequestLogPage {
  /** Statuses from the first to the last. */
  statuses: readonly [from: number, to: number];
  /** Only earlier ones. */
  beforeId: number | null;
  limit: number;
}

/** The latest requests of keys. */
export interface RequestLog {
  add(requests: readonly RequestOfKey[]): Promise<void>;
  /** Those of a key, newest first, with the positions of their pages. */
  list(keyId: string, page: RequestLogPage, nowMs: number): Promise<(LoggedRequest & { id: number })[]>;
  /** Removes what is a day old, and what one of these keys has too many of. */
  tidy(nowMs: number): Promise<void>;
}
