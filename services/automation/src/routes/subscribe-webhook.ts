import { subscribeWebhook } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { subscribe } from '../domain/subscribe.ts';

/** `POST /automation/sendBuyerInfo/subscribe` */
export const subscribeWebhookRoute = (deps: AutomationDeps) =>
  operation(subscribeWebhook, async ({ query }) => subscribe(deps, { apiKey: query.api_key, webUrl: query.web_url }));
