/** One operation of the interface, as the client calls it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  queryNames: readonly string[];
  headerNames: readonly string[];
  takesApiKey: boolean;
  takesUserId: boolean;
  /** Whether the server gives the first answer again to a request that is sent twice under one key. */
  takesIdempotencyKey: boolean;
  offersDryRun: boolean;
  /** Whether null is an answer: the result is not there yet. */
  mayAnswerNull: boolean;
  /** After this time the server itself answers 504. */
  deadlineMs: number;
}

/** What can be said of one call. */
export interface CallOptions {
  /** Most milliseconds for the whole call, with its retries; default: that of the client. */
  timeoutMs?: number | undefined;
  /** Most retries; default: that of the client. */
  maxRetries?: number | undefined;
  /** Ends the call with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** The end user of this call; default: that of the client. */
  userId?: string | undefined;
  /** Your own name of a POST; default: a new UUID for each call, so that its retries count once. */
  idempotencyKey?: string | undefined;
}
