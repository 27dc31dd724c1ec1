import type { AnyEndpoint } from '@plat/contracts';
import { AppError, RETRY_AFTER_SECONDS, toAppError } from '@plat/kit';

const NOT_REACHED = 'What this endpoint needs could not be reached in time';
const SAFE_TO_REPEAT = `${NOT_REACHED}; it is safe to try again`;
const PERHAPS_DONE = `${NOT_REACHED}; look at what has changed, then try again`;

/** Whether the same request may be sent twice: it reads, or its work is a search that counts at most once. */
const isSafeToRepeat = ({ method, policy }: AnyEndpoint): boolean =>
  method === 'GET' || policy.metering.counts !== 'never';

/**
 * A failure on our side under a status that the endpoint documents (decisions 57 and E.32). What could not be reached,
 * or not in time, keeps its status where listed, else is 502 where listed, else 504 where listed, else a 500 that says
 * when to try again. A crash is a bare 500.
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
