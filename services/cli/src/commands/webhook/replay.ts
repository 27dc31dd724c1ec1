import type { HomeOptions } from '@plat/standalone/settings';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';

export const replayDeliveryCommand = () =>
  homeCommand(
    'replay',
    'send a webhook once more, by a running Plat; one that is due already is sent once',
    (command) => command.argument('<delivery>', 'id of the delivery, as `plat webhook deliveries` shows it'),
  ).action(async (deliveryId: string, options: HomeOptions) => {
    const { replayDelivery } = await import('@plat/investors/operator');
    await withInvestors(options, async ({ investors, output }) => {
      const delivery = await replayDelivery(investors.deliveryLog, null, deliveryId);
      output.answer(delivery, () => `The webhook ${delivery.webhook_id} is sent as soon as Plat runs.`);
    });
  });
