import type { User } from '@plat/contracts';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';
import { unknownUser } from './unknown-user.ts';

/**
 * Activates or deactivates a user; repeating a state succeeds. Deactivating ends all of the user's subscriptions;
 * activating restores none.
 * @throws AppError NOT_FOUND (404) if the key has no such user.
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
