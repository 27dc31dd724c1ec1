import type { User } from '@plat/contracts';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';
import { unknownUser } from './unknown-user.ts';

/**
 * Activates or deactivates a user; the same state again is fine. Deactivating deactivates all of the user's
 * subscriptions at once, activating leaves them inactive (doc 1 section 3).
 * @throws AppError NOT_FOUND (404) when the key has no such user.
 */
export async function updateApiUser(
  deps: { users: EndUserStore },
  actor: Actor,
  keyId: string,
  { user_id: userId, active }: { user_id: string; active: boolean },
): Promise<User> {
  const user = await deps.users.setActive(actor, keyId, userId, active);
  if (user === null) throw unknownUser(userId);
  return user;
}
