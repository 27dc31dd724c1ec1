import { triggerWebhooks } from '@plat/contracts';
import { jsonMembers, operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import type { Call } from '../domain/ports.ts';
import { type TriggerReport, trigger } from '../domain/trigger.ts';
import { deliverInTime } from '../sources/deliver-in-time.ts';

/** `POST /automation/sendBuyerInfo/trigger`: finishes even if the caller disconnects, because receivers were called. */
export const triggerWebhooksRoute = (deps: AutomationDeps) =>
  operation(triggerWebhooks, async ({ body, bodyText, query, log }) => {
    const onSent = ({ err, ...report }: TriggerReport) => {
      log.info(report, 'webhooks sent');
      if (err !== undefined) log.error({ err }, 'could not record webhook deliveries');
    };
    const { apiKey, buyerData } = body;
    const source = jsonMembers(bodyText).get('buyerData') ?? JSON.stringify(buyerData);
    const normalize = query.normalize === 'true';
    const deliverAll = (calls: readonly Call[]) => deliverInTime(calls, deps.bounds);
    const { timeoutMs } = deps.bounds;
    return trigger(
      { ...deps, deliverAll, timeoutMs, onSent },
      { apiKey, buyerData: buyerData as Record<string, unknown>, source, normalize },
    );
  });
