import type { HomeOptions } from '@plat/standalone/settings';
import { withInvestors } from '../../with-investors.ts';
import { withWebhookKey } from '../../with-webhook-key.ts';
import { homeCommand } from '../home-command.ts';
import { keyArgument } from '../key/options.ts';

export const replayDeliveryCommand = () =>
  homeCommand('replay', 'resend a webhook through a running Plat; one already due is sent once', (command) =>
    command.argument('<delivery>', 'id of the delivery, as listed by `plat webhook deliveries`'),
  ).action(async (deliveryId: string, options: HomeOptions) => {
    const { replayDelivery } = await import('@plat/investors/operator');
    await withInvestors(options, async ({ investors, output }) => {
      const delivery = await replayDelivery(investors.deliveryLog, null, deliveryId);
      output.answer(delivery, () => `Plat sends the webhook ${delivery.webhook_id} as soon as it runs.`);
    });
  });

export const replayFailedCommand = () =>
  homeCommand('replay-failed', 'resend every failed webhook of a key once, through a running Plat', (command) =>
    command.addArgument(keyArgument()),
  ).action(async (reference: string, options: HomeOptions) => {
    const { replayFailedDeliveries } = await import('@plat/investors/operator');
    await withWebhookKey(options, reference, async ({ investors, owner, output }) => {
      const replayed = await replayFailedDeliveries(investors.deliveryLog, owner.keyId);
      output.answer({ replayed }, () => `Plat sends ${replayed} webhooks as soon as it runs.`);
    });
  });
