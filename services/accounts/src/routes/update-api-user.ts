import { updateApiUser } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { updateApiUser as updateUser } from '../domain/users/update-api-user.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const updateApiUserOperation = (deps: AccountsDeps) =>
  operation(updateApiUser, async ({ body, principal }) => {
    const { keyId, actor } = enterpriseKey(principal);
    return updateUser(deps, actor, keyId, body);
  });
