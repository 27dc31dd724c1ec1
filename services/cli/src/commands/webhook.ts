import { Command } from 'commander';
import { listDeliveriesCommand } from './webhook/deliveries.ts';
import { replayDeliveryCommand, replayFailedCommand } from './webhook/replay.ts';
import { setWebhookCommand } from './webhook/set.ts';
import { showWebhookCommand } from './webhook/show.ts';

/** `plat webhook show|set|deliveries|replay|replay-failed` */
export const webhookCommand = (): Command =>
  new Command('webhook')
    .description('webhook settings of a key and its deliveries')
    .addCommand(showWebhookCommand())
    .addCommand(setWebhookCommand())
    .addCommand(listDeliveriesCommand())
    .addCommand(replayDeliveryCommand())
    .addCommand(replayFailedCommand());
