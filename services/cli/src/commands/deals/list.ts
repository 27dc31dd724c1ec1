import type { CrmDeal } from '@plat/contracts';
import type { HomeOptions } from '@plat/standalone/settings';
import { textTable } from '../../text-table.ts';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';
import { type DealFilterOptions, dealFilter } from './filter.ts';

interface ListOptions extends HomeOptions, DealFilterOptions {
  cursor?: string;
}

export const listDealsCommand = () =>
  homeCommand('list', 'list deals, latest change first, a hundred at a time', (command) =>
    command
      .option('--company <name or id>', 'only deals of this company')
      .option('--key <key>', 'only deals that this key created')
      .option('--user <user>', 'only deals of this end user')
      .option('--cursor <cursor>', 'next_cursor of the previous page'),
  ).action(async (options: ListOptions) => {
    const { utcDay } = await import('@plat/kit');
    await withInvestors(options, async ({ investors, databaseUrl, output }) => {
      const filter = await dealFilter(databaseUrl, options);
      const { signal } = new AbortController();
      const page = await investors.crmDeals(utcDay(Date.now())).list(filter, options.cursor, signal);
      output.answer(page, () => pageText(page));
    });
  });

function pageText({ deals, next_cursor }: { deals: CrmDeal[]; next_cursor: string | null }): string {
  if (deals.length === 0) return 'There are no deals.';
  const rows = deals.map((deal) => [
    ...[deal.deal_id, deal.address, deal.buyer_count, deal.search_count, deal.user_id ?? '-'],
    deal.updated_at.slice(0, 19),
  ]);
  const table = textTable(['id', 'address', 'buyers', 'searches', 'user', 'changed'], rows);
  return next_cursor === null ? table : `${table}\nMore: --cursor ${next_cursor}`;
}
