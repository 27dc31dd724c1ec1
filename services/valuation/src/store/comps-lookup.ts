import { AppError } from '@plat/kit';

/** PostgreSQL classes and codes of an unavailable, overloaded or slow database; other errors are bugs. */
const AWAY = /^(08|53|57|CONNECT|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;

/**
 * Runs the queries of a comps search. Reports a slow or unavailable database as a failed lookup.
 * @throws AppError UPSTREAM_ERROR (502) for those; rethrows anything else.
 */
export async function compsLookup<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = String((cause as { code?: unknown } | null)?.code ?? '');
    if (!AWAY.test(code)) throw cause;
    throw new AppError('UPSTREAM_ERROR', 'The comps lookup failed; it is safe to try again', { cause });
  }
}
