import { isUuid } from '@plat/contracts';
import { validationError } from '@plat/kit';

const DEFAULT_LIMIT = 100;

/** Rows of a page. */
export const pageLimit = ({ limit }: { limit?: string }): number => Number(limit ?? DEFAULT_LIMIT);

/** Names the last row of a page, in a form that callers pass back unread. */
export const writeCursor = (place: object): string => Buffer.from(JSON.stringify(place)).toString('base64url');

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/;

/** What a field of a cursor must be, so that a forged one never reaches the database. */
const KINDS = {
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  uuid: (value: unknown) => typeof value === 'string' && isUuid(value),
  instant: (value: unknown) => typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)),
  whole: (value: unknown) => Number.isSafeInteger(value),
};

/** @returns null on the first page. @throws AppError VALIDATION_ERROR for a cursor of another list. */
export function readCursor<Place extends object>(
  cursor: string | undefined,
  fields: Readonly<Record<keyof Place & string, keyof typeof KINDS>>,
): Place | null {
  if (cursor === undefined) return null;
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown> | null;
    const kinds = Object.entries<keyof typeof KINDS>(fields);
    if (place !== null && kinds.every(([field, kind]) => KINDS[kind](place[field]))) return place as Place;
  } catch {
    // Not written by `writeCursor`.
  }
  throw cursorProblem();
}

/**
 * One page of rows that are all in memory, in their order.
 * @throws AppError VALIDATION_ERROR for a cursor whose row is gone.
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  query: { cursor?: string; limit?: string },
  idOf: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const after = readCursor<{ id: string }>(query.cursor, { id: 'text' });
  const start = after === null ? 0 : rows.findIndex((row) => idOf(row) === after.id) + 1;
  if (after !== null && start === 0) throw cursorProblem();
  const shown = rows.slice(start, start + pageLimit(query));
  const last = shown.at(-1);
  const hasMore = start + shown.length < rows.length && last !== undefined;
  return { rows: shown, nextCursor: hasMore ? writeCursor({ id: idOf(last) }) : null };
}

const cursorProblem = () =>
  validationError([{ field: 'cursor', problem: 'must be the next_cursor of the page before' }]);
