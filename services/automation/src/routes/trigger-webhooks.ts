import { triggerWebhooks } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { trigger } from '../domain/trigger.ts';

/** `POST /automation/sendBuyerInfo/trigger`: runs to its end when the caller goes away, for receivers were called. */
export const triggerWebhooksRoute = (deps: AutomationDeps) =>
  operation(triggerWebhooks, async ({ body, query, log }) => {
    const onRecorded = (outcome: { ended: readonly string[] } | { err: unknown }) =>
      'ended' in outcome
        ? log.info({ subscriptionIds: outcome.ended }, 'webhook subscriptions ended: gone, or failing for days')
        : log.error(outcome, 'what became of webhooks could not be kept');
    const { apiKey, buyerData } = body;
    const normalize = query.normalize === 'true';
    return trigger({ ...deps, onRecorded }, { apiKey, buyerData: buyerData as Record<string, unknown>, normalize });
  });
