import { AppError, parseSecretKey } from '@plat/kit';
import { KEY_LIMIT, type Limiter, type RequestLimit, takeFrom } from './limits.ts';
import type { AutomationUser, UserStore } from './ports.ts';

export const KEY_HEAD = 'zk_live_';

export interface KeyDeps {
  users: Pick<UserStore, 'findByKey'>;
  limiter: Limiter;
}

/** Where doc 2 lists 401 for a key that is none: auth and trigger. */
export const invalidKey = () => new AppError('INVALID_API_KEY', 'The API key is unknown or was replaced');

/** Where it lists no 401: subscribe, unsubscribe and example (decision 91). */
export const userNotFound = () => new AppError('NOT_FOUND', 'User not found: the API key is unknown or was replaced');

/**
 * The user of a key, whose request counts towards the limits of that user from here on, whatever becomes of it.
 * @param unknown the error of a key that is none.
 * @param limits besides the one of every request, taken before it.
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
