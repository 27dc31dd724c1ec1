/** One operation of the operator API, as the client calls it. */
export interface AdminOperation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** True if the body is a file instead of JSON. */
  takesFile: boolean;
}

/** Options of one call. */
export interface AdminCallOptions {
  /** Maximum milliseconds; default: that of the client. */
  timeoutMs?: number | undefined;
  /** Ends the call with the reason of the signal. */
  signal?: AbortSignal | undefined;
}
