import { AppError } from '@plat/kit';
import type { IgnoredField } from './ignored-fields.ts';

/** Enough to show the pattern. */
const MAX_NAMED = 5;
/** Failures that no field of the request can cause. */
const UNRELATED_STATUSES: ReadonlySet<number> = new Set([401, 403, 409, 429]);

/** Adds likely misspelled fields to the error of a request; returns other errors unchanged. */
export function namingMisspelled(thrown: unknown, ignored: readonly IgnoredField[]): unknown {
  if (!(thrown instanceof AppError) || thrown.status >= 500 || UNRELATED_STATUSES.has(thrown.status)) return thrown;
  const misspelled = ignored.filter(({ meant }) => meant !== undefined).slice(0, MAX_NAMED);
  if (misspelled.length === 0) return thrown;
  const hints = misspelled.map(
    ({ name, meant }) => `unknown field ${JSON.stringify(name)}; did you mean ${JSON.stringify(meant)}?`,
  );
  const { code, message, status, fields, reason, headers, limit, cause } = thrown;
  const unknown = misspelled.map(({ name, meant }) => ({
    field: name,
    problem: `is unknown; did you mean ${JSON.stringify(meant)}?`,
  }));
  return new AppError(code, `${message}; ${hints.join(' ')}`, {
    status,
    reason,
    headers,
    limit,
    cause,
    ...(fields === undefined ? {} : { fields: [...fields, ...unknown] }),
  });
}
