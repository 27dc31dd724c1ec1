/** One operation of the interface, as the client calls it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  queryNames: readonly string[];
  headerNames: readonly string[];
  takesApiKey: boolean;
  takesUserId: boolean;
  /** True when the server repeats its first response to a request sent twice under one key. */
  takesIdempotencyKey: boolean;
  offersDryRun: boolean;
  /** True when null is a valid response: the result is not ready yet. */
  mayAnswerNull: boolean;
  /** After this time the server itself returns 504. */
  deadlineMs: number;
}

/** Options of one call. */
export interface CallOptions {
  /** Maximum milliseconds for the whole call including retries; default: that of the client. */
  timeoutMs?: number | undefined;
  /** Maximum retries; default: that of the client. */
  maxRetries?: number | undefined;
  /** Ends the call with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** The end user of this call; default: that of the client. */
  userId?: string | undefined;
  /** Your own name for a POST; default: a new UUID for each call, so that its retries count once. */
  idempotencyKey?: string | undefined;
}
