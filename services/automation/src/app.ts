import { createServiceApp } from '@plat/kit';
import type { AutomationDeps } from './deps.ts';
import { automationAuthRoute } from './routes/automation-auth.ts';
import { automationSetupRoute } from './routes/automation-setup.ts';
import { exampleBuyersRoute } from './routes/example-buyers.ts';
import { listSubscriptionsRoute } from './routes/list-subscriptions.ts';
import { subscribeWebhookRoute } from './routes/subscribe-webhook.ts';
import { triggerWebhooksRoute } from './routes/trigger-webhooks.ts';
import { unsubscribeWebhookRoute } from './routes/unsubscribe-webhook.ts';

/** The automation service: delivers buyers to users' workflows on automation platforms. */
export const createAutomationApp = (deps: AutomationDeps) =>
  createServiceApp({
    name: 'automation',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    readiness: deps.readiness,
    operations: [
      automationAuthRoute(deps),
      automationSetupRoute(deps),
      subscribeWebhookRoute(deps),
      unsubscribeWebhookRoute(deps),
      listSubscriptionsRoute(deps),
      triggerWebhooksRoute(deps),
      exampleBuyersRoute(deps),
    ],
  });
