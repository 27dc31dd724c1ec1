import { createApiUser, newApiUser } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { createApiUser as createUser } from '../domain/users/create-api-user.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const createApiUserOperation = (deps: AccountsDeps) =>
  operation(createApiUser, async ({ body, principal }) => {
    const { keyId, actor } = enterpriseKey(principal);
    return createUser(deps, actor, keyId, newApiUser(body));
  });
