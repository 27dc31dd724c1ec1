import { API_USERS_PAGE_SIZE, type User } from '@plat/contracts';
import { validationError } from '@plat/kit';
import type { EndUserStore } from './ports.ts';

/**
 * One page of the key's users, sorted by the bytes of `user_id`. Users created or changed between pages do not
 * shift other users.
 * @throws AppError VALIDATION_ERROR (400) for an invalid cursor.
 */
export async function listApiUsers(
  deps: { users: EndUserStore },
  keyId: string,
  cursor: string | undefined,
): Promise<{ users: User[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const found = await deps.users.list(keyId, { after, limit: API_USERS_PAGE_SIZE + 1 });
  const users = found.slice(0, API_USERS_PAGE_SIZE);
  const last = users.at(-1);
  return { users, next_cursor: found.length > users.length && last !== undefined ? writeCursor(last.user_id) : null };
}

const writeCursor = (userId: string): string => Buffer.from(userId).toString('base64url');

function readCursor(cursor: string): string {
  const userId = Buffer.from(cursor, 'base64url').toString();
  if (writeCursor(userId) === cursor && !userId.includes('\u0000')) return userId;
  throw validationError([{ field: 'cursor', problem: 'must be the next_cursor of an earlier page' }]);
}
