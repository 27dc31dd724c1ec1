import type { Subscription } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';

/**
 * Activates or deactivates a subscription; repeating a state succeeds.
 * @throws AppError NOT_FOUND (404) if it does not belong to the key or its user is inactive, also when
 * deactivating.
 */
export async function updateApiUserSubscription(
  deps: { users: EndUserStore },
  actor: Actor,
  keyId: string,
  { subscription_id: id, active }: { subscription_id: string; active: boolean },
): Promise<Subscription> {
  const subscription = await deps.users.setSubscriptionActive(actor, keyId, id, active);
  if (subscription !== null) return subscription;
  throw new AppError('NOT_FOUND', `There is no subscription ${id} of an active end user under this key`);
}
