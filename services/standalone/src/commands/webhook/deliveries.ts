import { WEBHOOK_DELIVERY_STATUSES, type WebhookDelivery, type WebhookDeliveryStatus } from '@plat/contracts';
import { Option } from 'commander';
import type { HomeOptions } from '../../settings.ts';
import { textTable } from '../../text-table.ts';
import { withWebhookKey } from '../../with-webhook-key.ts';
import { homeCommand } from '../home-command.ts';
import { keyArgument } from '../key/options.ts';

interface ListOptions extends HomeOptions {
  status?: WebhookDeliveryStatus;
  cursor?: string;
}

export const listDeliveriesCommand = () =>
  homeCommand('deliveries', 'webhooks of a key that were sent or wait, newest first, a hundred at a time', (command) =>
    command
      .addArgument(keyArgument())
      .addOption(new Option('--status <status>', 'only those').choices(WEBHOOK_DELIVERY_STATUSES))
      .option('--cursor <cursor>', 'next_cursor of the page before'),
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
    ...[delivery.delivery_id, delivery.created_at.slice(0, 19), delivery.event, delivery.status],
    ...[
      delivery.attempts.length,
      delivery.attempts.at(-1)?.error ?? '-',
      delivery.next_attempt_at?.slice(0, 19) ?? '-',
    ],
    hostOf(delivery.url),
  ]);
  const table = textTable(['id', 'made', 'event', 'status', 'calls', 'last problem', 'next call', 'host'], rows);
  return page.next_cursor === null ? table : `${table}\nMore: --cursor ${page.next_cursor}`;
};

/** Paths and queries may hold secrets of the receiver. */
const hostOf = (url: string): string => new URL(url).host;
