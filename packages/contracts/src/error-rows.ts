import type { EndpointErrors } from './endpoint.ts';

/** What every endpoint behind an API key can answer, whatever it does. */
const KEYED = {
  401: ['API_KEY_REQUIRED', 'INVALID_API_KEY'],
  403: ['HTTPS_REQUIRED', 'ENDPOINT_NOT_AUTHORIZED'],
  429: ['RATE_LIMIT_EXCEEDED'],
  500: ['INTERNAL'],
  503: ['SERVICE_UNAVAILABLE'],
} as const satisfies EndpointErrors;

const VALIDATED = { 400: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'] } as const satisfies EndpointErrors;

/** Joins rows status by status, keeping the order and dropping repeats. */
export function joinErrors(...rows: readonly EndpointErrors[]): EndpointErrors {
  const joined: Record<number, EndpointErrors[number]> = {};
  for (const row of rows) {
    for (const [status, codes] of Object.entries(row)) {
      joined[Number(status)] = [...new Set([...(joined[Number(status)] ?? []), ...(codes ?? [])])];
    }
  }
  return joined;
}

/** Errors of a data endpoint; the statuses of a missing key and a missing end user are the endpoint's own (doc 1 section 5). */
export const dataErrors = (own: EndpointErrors = {}): EndpointErrors =>
  joinErrors(
    KEYED,
    VALIDATED,
    {
      401: ['USER_REQUIRED', 'USER_INACTIVE'],
      403: ['SUBSCRIPTION_INACTIVE', 'PLAN_NOT_COVERED'],
      429: ['MONTHLY_LIMIT_EXCEEDED'],
    },
    own,
  );

/** Errors of an account endpoint. */
export const accountErrors = (own: EndpointErrors = {}): EndpointErrors => joinErrors(KEYED, own);

/** Errors of a request body or query that does not hold. */
export const INVALID_INPUT: EndpointErrors = VALIDATED;

/** Errors of an endpoint between services. */
export const internalErrors = (own: EndpointErrors = {}): EndpointErrors =>
  joinErrors(
    { 401: ['INVALID_API_KEY'], 500: ['INTERNAL'], 503: ['SERVICE_UNAVAILABLE'], 504: ['TIMEOUT'] },
    VALIDATED,
    own,
  );
