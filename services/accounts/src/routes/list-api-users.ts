import { listApiUsers } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { listApiUsers as listUsers } from '../domain/users/list-api-users.ts';
import { enterpriseKey } from './enterprise-key.ts';

export const listApiUsersOperation = (deps: AccountsDeps) =>
  operation(listApiUsers, async ({ query, principal }) =>
    listUsers(deps, enterpriseKey(principal).keyId, query.cursor),
  );
