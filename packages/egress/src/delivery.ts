/**
 * Outcome of a call:
 * - `delivered`: the receiver returned 2xx; `rejected`: any other status. Redirects are not followed;
 * - `refused_url`: the URL, or an address of its host, may not be called;
 * - `unresolvable`: the host has no address; `unreachable`: no connection; `tls_failed`: no trusted TLS connection;
 *   `bad_response`: no valid HTTP response;
 * - `timeout`: no response in time; `aborted`: cancelled by our caller;
 * - `too_large`: the body exceeds the limit; `busy`: too many calls are waiting. Neither was sent.
 */
export const DELIVERY_OUTCOMES = [
  'delivered',
  'rejected',
  'refused_url',
  'unresolvable',
  'unreachable',
  'tls_failed',
  'bad_response',
  'timeout',
  'aborted',
  'too_large',
  'busy',
] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export interface Delivery {
  outcome: DeliveryOutcome;
  /** HTTP status of the response, if there was one. */
  status: number | null;
  /** Whole milliseconds since the call got its slot. */
  durationMs: number;
}

const NOT_REACHED = 'the URL could not be reached over HTTPS';

const TEXTS: Readonly<Record<Exclude<DeliveryOutcome, 'delivered' | 'rejected'>, string>> = {
  refused_url: 'the URL may not be called: it does not lead to a public host',
  unresolvable: 'the host name of the URL could not be resolved',
  // One text for all of these, because different texts would reveal which internal ports are open.
  unreachable: NOT_REACHED,
  tls_failed: NOT_REACHED,
  bad_response: NOT_REACHED,
  timeout: 'the URL did not answer in time',
  aborted: 'there was no time left to call the URL',
  too_large: 'the body is too large to be sent',
  busy: 'too many calls are waiting; try again later',
};

/** Failure reason that customers may read; null when delivered. */
export function deliveryProblem({ outcome, status }: Delivery): string | null {
  if (outcome === 'delivered') return null;
  return outcome === 'rejected' ? `the URL answered with status ${status}` : TEXTS[outcome];
}
