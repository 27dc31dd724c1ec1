import type { AnyEndpoint } from '@plat/contracts';
import { AppError, RETRY_AFTER_SECONDS, toAppError } from '@plat/kit';

const NOT_REACHED = 'What this endpoint needs could not be reached in time';
const SAFE_TO_REPEAT = `${NOT_REACHED}; it is safe to try again`;
const PERHAPS_DONE = `${NOT_REACHED}; look at what has changed, then try again`;

/** True if repeating the request is safe: it reads, or it is a search that counts at most once. */
const isSafeToRepeat = ({ method, policy }: AnyEndpoint): boolean =>
  method === 'GET' || policy.metering.counts !== 'never';

/**
 * Maps an internal failure to a status that the endpoint documents. An unreachable or slow dependency keeps its status
 * if documented, otherwise becomes 502 if documented, otherwise 504, otherwise a 500 with `Retry-After`. A crash is a
 * plain 500.
 */
export function listedError(endpoint: AnyEndpoint, thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.status < 500 || error.status === 500) return error;
  if (endpoint.errors[error.status]?.includes(error.code)) return error;
  const message = isSafeToRepeat(endpoint) ? SAFE_TO_REPEAT : PERHAPS_DONE;
  const headers = { 'retry-after': error.headers['retry-after'] ?? String(RETRY_AFTER_SECONDS) };
  const details = { headers, cause: error.cause ?? error };
  if (endpoint.errors[502] !== undefined) return new AppError('UPSTREAM_ERROR', message, details);
  if (endpoint.errors[504] !== undefined) return new AppError('TIMEOUT', message, details);
  return new AppError('INTERNAL', message, details);
}
