import { AppError, parseSecretKey } from '@plat/kit';
import { KEY_LIMIT, type Limiter, type RequestLimit, takeFrom } from './limits.ts';
import type { AutomationUser, UserStore } from './ports.ts';

export const KEY_HEAD = 'zk_live_';

export interface KeyDeps {
  users: Pick<UserStore, 'findByKey'>;
  limiter: Limiter;
}

/** The error for an invalid key on auth and trigger, which document 401. */
export const invalidKey = () => new AppError('INVALID_API_KEY', 'The API key is unknown or was replaced');

/** The error for an invalid key on subscribe, unsubscribe and example, which document 404 instead of 401. */
export const userNotFound = () => new AppError('NOT_FOUND', 'User not found: the API key is unknown or was replaced');

/**
 * The user of a key. From here on the request counts against the user's limits, whatever its outcome.
 * @param unknown the error for an invalid key.
 * @param limits taken before the limit that every request has.
 * @throws AppError RATE_LIMIT_EXCEEDED (429).
 */
export async function userOfKey(
  { users, limiter }: KeyDeps,
  apiKey: string,
  unknown: () => AppError,
  limits: readonly RequestLimit[] = [],
): Promise<AutomationUser> {
  const parsed = parseSecretKey(apiKey.trim());
  const user = parsed?.head === KEY_HEAD ? await users.findByKey(parsed.sha256) : null;
  if (user === null) throw unknown();
  for (const limit of [...limits, KEY_LIMIT]) await takeFrom(limiter, limit, user.id);
  return user;
}
