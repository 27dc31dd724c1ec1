import { listSubscriptions as endpoint } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { listSubscriptions } from '../domain/list-subscriptions.ts';

/** `GET /automation/sendBuyerInfo/subscriptions` */
export const listSubscriptionsRoute = (deps: AutomationDeps) =>
  operation(endpoint, async ({ query }) => listSubscriptions(deps, query.api_key));
