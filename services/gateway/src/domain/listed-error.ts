import type { AnyEndpoint } from '@plat/contracts';
import { AppError, toAppError } from '@plat/kit';

const TRY_AGAIN = 'The data behind this endpoint could not be reached in time; it is safe to try again';

/**
 * A failure on our side under a status that the endpoint documents (decisions 57 and E.32): a passed deadline is 504
 * where listed, else 502 where listed; anything upstream is 502 where listed; what is left is a bare 500.
 */
export function listedError(endpoint: AnyEndpoint, thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.status < 500 || error.status === 500) return error;
  if (endpoint.errors[error.status]?.includes(error.code)) return error;
  const cause = error.cause ?? error;
  if (endpoint.errors[502] !== undefined) return new AppError('UPSTREAM_ERROR', TRY_AGAIN, { cause });
  return new AppError('INTERNAL', 'Internal error', { cause });
}
