import type { User } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';

/** @throws AppError ALREADY_EXISTS (409) if the key has a user with that id. Of parallel calls exactly one succeeds. */
export async function createApiUser(
  deps: { users: EndUserStore },
  actor: Actor,
  keyId: string,
  user: { user_id: string; active: boolean },
): Promise<User> {
  const created = await deps.users.create(actor, keyId, user);
  if (created !== null) return created;
  throw new AppError('ALREADY_EXISTS', `An end user with the user_id ${user.user_id} already exists under this key`);
}
