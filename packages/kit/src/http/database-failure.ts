import { AppError } from '../errors.ts';

/** Retry-After of a 503. A restarted PostgreSQL is usually back by then. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * Codes of postgres.js, the system and PostgreSQL for an unavailable database: down, shutting down, out of
 * connections, disk or memory, read-only after a failover, or a lock held by another session.
 */
const UNAVAILABLE =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|08...|53...|57P0.|25006|40001|40P01|55P03)$/;
/** PostgreSQL cancelled the statement at its timeout. */
const TOO_SLOW = '57014';
const MAX_CAUSES = 5;

/** Maps a database failure, wrapped or not, to an error for the caller; null for any other failure. */
export function databaseFailure(thrown: unknown): AppError | null {
  let inner = thrown;
  for (let depth = 0; depth < MAX_CAUSES && inner instanceof Error; depth++) {
    const code = String((inner as { code?: unknown }).code ?? '');
    if (code === TOO_SLOW) {
      return new AppError('TIMEOUT', 'The database took too long; try again', { cause: thrown });
    }
    if (UNAVAILABLE.test(code)) {
      return new AppError('SERVICE_UNAVAILABLE', 'The database is unavailable; try again', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        cause: thrown,
      });
    }
    inner = inner.cause;
  }
  return null;
}
