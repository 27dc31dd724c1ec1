import { updateApiUserSubscription } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { updateApiUserSubscription as updateSubscription } from '../domain/users/update-api-user-subscription.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const updateApiUserSubscriptionOperation = (deps: AccountsDeps) =>
  operation(updateApiUserSubscription, async ({ body, principal }) => {
    const { keyId, actor } = enterpriseKey(principal);
    return updateSubscription(deps, actor, keyId, body);
  });
