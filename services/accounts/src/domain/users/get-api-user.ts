import type { UserDetails } from '@plat/contracts';
import type { EndUserStore, UsageReader } from './ports.ts';
import { unknownUser } from './unknown-user.ts';

/** @throws AppError NOT_FOUND (404) if the key has no such user. */
export async function getApiUser(
  deps: { users: EndUserStore; usage: UsageReader },
  keyId: string,
  userId: string,
): Promise<UserDetails> {
  const found = await deps.users.find(keyId, userId);
  if (found === null) throw unknownUser(userId);
  return {
    ...found.user,
    subscriptions: found.subscriptions,
    current_period_usage: await deps.usage.usedThisMonth(found.id),
  };
}
