import { Type } from '@sinclair/typebox';

/** Stable machine-readable error codes, with the usual status of each. */
export const ERROR_CODES = {
  HTTPS_REQUIRED: 403,
  API_KEY_REQUIRED: 401,
  CONFLICTING_CREDENTIALS: 400,
  INVALID_API_KEY: 401,
  API_KEY_DEACTIVATED: 403,
  SUBSCRIPTION_INACTIVE: 403,
  CALLER_ADDRESS_NOT_ALLOWED: 403,
  ENDPOINT_NOT_AUTHORIZED: 403,
  SEAT_NOT_ALLOWED: 403,
  SIGN_IN_REQUIRED: 401,
  ROLE_NOT_ALLOWED: 403,
  CSRF_TOKEN_INVALID: 403,
  USER_REQUIRED: 401,
  USER_INACTIVE: 401,
  PLAN_NOT_COVERED: 403,
  INVALID_REQUEST_BODY: 400,
  VALIDATION_ERROR: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ALREADY_EXISTS: 409,
  LIMIT_REACHED: 409,
  ADDRESS_NOT_FOUND: 404,
  INVALID_ADDRESS: 400,
  LOW_ADDRESS_CONFIDENCE: 400,
  NON_RESIDENTIAL_PROPERTY_TYPE: 400,
  INSUFFICIENT_COMPARABLE_SALES: 404,
  SEARCH_NOT_FOUND: 404,
  SEARCH_NOT_COMPLETED: 404,
  NO_BUYERS_FOUND: 404,
  IDEMPOTENCY_IN_FLIGHT: 409,
  IDEMPOTENCY_BODY_MISMATCH: 400,
  RATE_LIMIT_EXCEEDED: 429,
  MONTHLY_LIMIT_EXCEEDED: 429,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
  INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * One invalid input: `field` as the caller wrote it ("body" for the whole body), `problem` as the rest of a
 * sentence.
 */
export interface FieldProblem {
  field: string;
  problem: string;
}

/** The documented error body. Validation errors also have `fields`. */
export const ErrorBody = Type.Object({
  error: Type.String({ description: 'What went wrong, for the developer who reads it' }),
  code: Type.Optional(Type.String({ description: 'Stable machine-readable code' })),
  reason: Type.Optional(Type.String({ description: 'The shared monthly pool that refused the request' })),
  fields: Type.Optional(Type.Array(Type.Object({ field: Type.String(), problem: Type.String() }))),
});
