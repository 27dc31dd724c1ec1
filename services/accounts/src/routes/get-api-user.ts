import { getApiUser } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { getApiUser as getUser } from '../domain/users/get-api-user.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const getApiUserOperation = (deps: AccountsDeps) =>
  operation(getApiUser, async ({ query, principal }) => getUser(deps, enterpriseKey(principal).keyId, query.user_id));
