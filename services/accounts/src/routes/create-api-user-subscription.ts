import { createApiUserSubscription } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { createApiUserSubscription as createSubscription } from '../domain/users/create-api-user-subscription.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const createApiUserSubscriptionOperation = (deps: AccountsDeps) =>
  operation(createApiUserSubscription, async ({ body, principal }) => {
    const { keyId, actor } = enterpriseKey(principal);
    return createSubscription(deps, actor, keyId, body);
  });
