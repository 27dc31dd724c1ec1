import { unsubscribeWebhook } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { unsubscribe } from '../domain/unsubscribe.ts';

/** `POST` and `DELETE /automation/sendBuyerInfo/unsubscribe` */
export const unsubscribeWebhookRoute = (deps: AutomationDeps) =>
  operation(unsubscribeWebhook, async ({ query }) =>
    unsubscribe(deps, { apiKey: query.api_key, webUrl: query.web_url, id: query.id }),
  );
