import type { Subscription } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { Actor } from '../ports.ts';
import type { EndUserStore } from './ports.ts';

/**
 * Gives an active end user one of the key's plans. Repeating a plan adds its limits again.
 * @throws AppError NOT_FOUND (404) if the user is missing or inactive, or the plan does not belong to the key.
 */
export async function createApiUserSubscription(
  deps: { users: EndUserStore },
  actor: Actor,
  keyId: string,
  { user_id: userId, plan_id: planId }: { user_id: string; plan_id: string },
): Promise<Subscription> {
  const created = await deps.users.subscribe(actor, keyId, userId, planId);
  if (created === 'no_active_user') {
    throw new AppError('NOT_FOUND', `There is no active end user with the user_id ${userId} under this key`);
  }
  if (created === 'no_such_plan') {
    throw new AppError('NOT_FOUND', `The plan ${planId} is not one of the plans of this key`);
  }
  return created;
}
