import type { EndpointErrors, EndpointPolicy } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/** Merges rows by status, keeps the order and drops duplicates. */
export function joinErrors(...rows: readonly EndpointErrors[]): EndpointErrors {
  const joined: Record<number, readonly ErrorCode[]> = {};
  for (const row of rows) {
    for (const [status, codes] of Object.entries(row)) {
      joined[Number(status)] = [...new Set([...(joined[Number(status)] ?? []), ...(codes ?? [])])];
    }
  }
  return joined;
}

/** Errors of an endpoint that checks a body or a query. */
export const INVALID_INPUT: EndpointErrors = { 400: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'] };

/** Errors of an endpoint that accepts an idempotency key. */
export const IDEMPOTENCY_ERRORS: EndpointErrors = {
  400: ['VALIDATION_ERROR', 'IDEMPOTENCY_BODY_MISMATCH'],
  409: ['IDEMPOTENCY_IN_FLIGHT'],
};

/** Every error of a public endpoint: those implied by its policy, and its own. */
export function errorsUnder(policy: EndpointPolicy, ...own: readonly EndpointErrors[]): EndpointErrors {
  const rows: EndpointErrors[] = [...own];
  if (policy.missingKeyStatus !== null) {
    rows.push(
      { [policy.missingKeyStatus]: ['API_KEY_REQUIRED'] },
      {
        400: ['CONFLICTING_CREDENTIALS'],
        401: ['INVALID_API_KEY'],
        403: ['CALLER_ADDRESS_NOT_ALLOWED', 'ENDPOINT_NOT_AUTHORIZED', 'HTTPS_REQUIRED'],
        429: ['RATE_LIMIT_EXCEEDED'],
      },
    );
  }
  if (policy.deactivatedKeyStatus !== undefined) rows.push({ [policy.deactivatedKeyStatus]: ['API_KEY_DEACTIVATED'] });
  if (policy.missingUserStatus !== null) {
    rows.push({ [policy.missingUserStatus]: ['USER_REQUIRED'] }, { 401: ['USER_INACTIVE'] });
  }
  if (policy.keyKinds.includes('subscriber')) rows.push({ 403: ['SUBSCRIPTION_INACTIVE'] });
  if (policy.metering.counts !== 'never') {
    if (policy.keyKinds.includes('enterprise')) rows.push({ 403: ['PLAN_NOT_COVERED'] });
    rows.push({ 429: ['MONTHLY_LIMIT_EXCEEDED'] });
  }
  return joinErrors(...rows, { 500: ['INTERNAL'] });
}

/** Errors of an endpoint between services. */
export const internalErrors = (own: EndpointErrors = {}): EndpointErrors =>
  joinErrors(INVALID_INPUT, own, {
    401: ['INVALID_API_KEY'],
    500: ['INTERNAL'],
    503: ['SERVICE_UNAVAILABLE'],
    504: ['TIMEOUT'],
  });
