import type { Subscription } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';

/**
 * Activates or deactivates a subscription; the same state again is fine.
 * @throws AppError NOT_FOUND (404) when it is not under the key or its user is inactive, also for a deactivation.
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
