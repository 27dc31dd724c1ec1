import { WEBHOOK_DELIVERY_STATUSES, type WebhookDelivery, type WebhookDeliveryStatus } from '@plat/contracts';
import type { HomeOptions } from '@plat/standalone/settings';
import { Option } from 'commander';
import { textTable } from '../../text-table.ts';
import { withWebhookKey } from '../../with-webhook-key.ts';
import { homeCommand } from '../home-command.ts';
import { keyArgument } from '../key/options.ts';

interface ListOptions extends HomeOptions {
  status?: WebhookDeliveryStatus;
  cursor?: string;
}

export const listDeliveriesCommand = () =>
  homeCommand('deliveries', 'list webhooks of a key, sent and waiting, newest first, a hundred at a time', (command) =>
    command
      .addArgument(keyArgument())
      .addOption(new Option('--status <status>', 'only this status').choices(WEBHOOK_DELIVERY_STATUSES))
      .option('--cursor <cursor>', 'next_cursor of the previous page'),
  ).action(async (reference: string, options: ListOptions) => {
    const { listDeliveries } = await import('@plat/investors/operator');
    await withWebhookKey(options, reference, async ({ investors, owner, output }) => {
      const { status, cursor } = options;
      const page = await listDeliveries(investors.deliveryLog, owner.keyId, { status, cursor });
      output.answer(page, () => pageText(page));
    });
  });

const pageText = (page: { deliveries: WebhookDelivery[]; next_cursor: string | null }): string => {
  if (page.deliveries.length === 0) return 'There are no webhooks.';
  const rows = page.deliveries.map((delivery) => [
    `${delivery.delivery_id}\n${delivery.event}`,
    `${instant(delivery.created_at)}\n${instant(delivery.next_attempt_at)}`,
    ...[delivery.status, delivery.attempts.length],
    `${hostOf(delivery.url)}\n${delivery.attempts.at(-1)?.error ?? '-'}`,
  ]);
  const table = textTable(['id\nevent', 'made\nnext call', 'status', 'calls', 'host\nlast problem'], rows);
  return page.next_cursor === null ? table : `${table}\nMore: --cursor ${page.next_cursor}`;
};

const instant = (text: string | null): string => text?.slice(0, 19).replace('T', ' ') ?? '-';

/** Paths and queries may hold secrets of the receiver. */
const hostOf = (url: string): string => new URL(url).host;
