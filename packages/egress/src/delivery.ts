/**
 * What became of a call:
 * - `delivered`: the receiver answered 2xx; `rejected`: with any other status, redirects included, which nobody follows;
 * - `refused_url`: the URL, or an address that its host resolves to, is none that may be called;
 * - `unresolvable`: its host has no address; `unreachable`: no connection; `tls_failed`: no trusted TLS on it;
 *   `bad_response`: something else than an HTTP answer, or none, came back;
 * - `timeout`: no answer within the time; `aborted`: the caller of this package gave up;
 * - `too_large`: the body exceeds the bound; `busy`: too many calls are waiting. Neither was sent.
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
  /** The receiver's HTTP status when it answered with one. */
  status: number | null;
  /** From the moment that the call had its slot, in whole milliseconds. */
  durationMs: number;
}

const NOT_REACHED = 'the URL could not be reached over HTTPS';

const TEXTS: Readonly<Record<Exclude<DeliveryOutcome, 'delivered' | 'rejected'>, string>> = {
  refused_url: 'the URL may not be called: it does not lead to a public host',
  unresolvable: 'the host name of the URL could not be resolved',
  // One text for these: told apart, they would map ports that only this network sees.
  unreachable: NOT_REACHED,
  tls_failed: NOT_REACHED,
  bad_response: NOT_REACHED,
  timeout: 'the URL did not answer in time',
  aborted: 'there was no time left to call the URL',
  too_large: 'the body is too large to be sent',
  busy: 'too many calls are waiting; try again later',
};

/** Why a call failed, as customers may read it; null when it was delivered. */
export function deliveryProblem({ outcome, status }: Delivery): string | null {
  if (outcome === 'delivered') return null;
  return outcome === 'rejected' ? `the URL answered with status ${status}` : TEXTS[outcome];
}
