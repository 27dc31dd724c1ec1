import type { BuyerSearchItem, CrmDealDetails } from '@plat/contracts';
import { asOfOption, type HomeOptions } from '@plat/standalone/settings';
import { factTable, textTable } from '../../text-table.ts';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';

export const showDealCommand = () =>
  homeCommand('show', 'show a deal with its buyers; the do-not-contact lists of today apply to contacts', (command) =>
    command.argument('<deal>', 'id of the deal, as listed by `plat deals`').addOption(asOfOption()),
  ).action(async (dealId: string, options: HomeOptions & { asOf?: string }) => {
    const { utcDay } = await import('@plat/kit');
    await withInvestors(options, async ({ investors, output }) => {
      const { signal } = new AbortController();
      const deal = await investors.crmDeals(options.asOf ?? utcDay(Date.now())).read({ dealId }, signal);
      output.answer(deal, () => dealText(deal));
    });
  });

function dealText({ buyers, search_ids, ...deal }: CrmDealDetails): string {
  const facts = factTable(deal);
  if (buyers.length === 0) return `${facts}\n\nNo search has found a buyer yet.`;
  return `${facts}\n\n${textTable(['rank', 'type', 'owner', 'person', 'phone', 'mail', 'miles'], buyers.map(buyerRow))}`;
}

const buyerRow = (item: BuyerSearchItem): (string | number)[] => [
  ...[item.smart_match_rank, item.buyer_type, item.buyer_entity_name ?? '-'],
  [item.buyer_first_name, item.buyer_last_name].filter((name) => name !== null).join(' ') || '-',
  ...[item.buyer_phone_number === null ? '-' : String(item.buyer_phone_number), item.buyer_email ?? '-'],
  item.miles_from_subject.toFixed(2),
];
