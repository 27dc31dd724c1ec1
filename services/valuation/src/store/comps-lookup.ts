import { AppError } from '@plat/kit';

/** PostgreSQL classes and codes of a database that is away, overloaded or too slow; others are mistakes of ours. */
const AWAY = /^(08|53|57|CONNECT|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;

/**
 * Runs queries of a comps search: a database that is away or too slow is a failed lookup (decision 57).
 * @throws AppError UPSTREAM_ERROR (502) for those; anything else as it came.
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
