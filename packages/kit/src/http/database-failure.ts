import { AppError } from '../errors.ts';

/** What a caller is asked to wait: a PostgreSQL that is restarted is usually back by then. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * Codes of postgres.js, the system and PostgreSQL for a database that does not take the work now: gone or going, out of
 * connections, disk or memory, read-only after a failover, or holding a lock for somebody else.
 */
const AWAY =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|08...|53...|57P0.|25006|40001|40P01|55P03)$/;
/** A statement that ran longer than it may. */
const TOO_SLOW = '57014';
const MAX_CAUSES = 5;

/** The failure of a database as callers may know of it; null for every other failure. Wrapped ones are looked into. */
export function databaseFailure(thrown: unknown): AppError | null {
  let inner = thrown;
  for (let depth = 0; depth < MAX_CAUSES && inner instanceof Error; depth++) {
    const code = String((inner as { code?: unknown }).code ?? '');
    if (code === TOO_SLOW) {
      return new AppError('TIMEOUT', 'The database took longer than it may; try again', { cause: thrown });
    }
    if (AWAY.test(code)) {
      return new AppError('SERVICE_UNAVAILABLE', 'The database does not answer now; try again', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        cause: thrown,
      });
    }
    inner = inner.cause;
  }
  return null;
}
