import { exampleBuyers } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { EXAMPLE_BUYERS } from '../domain/example-buyers.ts';
import { userNotFound, userOfKey } from '../domain/user-of-key.ts';

/** `GET /automation/sendBuyerInfo/example` */
export const exampleBuyersRoute = (deps: AutomationDeps) =>
  operation(exampleBuyers, async ({ query }) => {
    await userOfKey(deps, query.api_key, userNotFound);
    return EXAMPLE_BUYERS;
  });
