import { automationAuth } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { invalidKey, userOfKey } from '../domain/user-of-key.ts';

/** `GET /automation/auth` */
export const automationAuthRoute = (deps: AutomationDeps) =>
  operation(automationAuth, async ({ query }) => {
    const { email } = await userOfKey(deps, query.api_key, invalidKey);
    return { user: { email: email ?? '' } };
  });
