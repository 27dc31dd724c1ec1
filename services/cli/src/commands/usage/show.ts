import type { UsageOverview } from '@plat/accounts/operator';
import { MisuseError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { firstOfThisMonth, monthOption } from './month.ts';

interface ShowOptions extends HomeOptions {
  company?: string;
  key?: string;
  user?: string;
  month?: string;
}

export const showUsageCommand = () =>
  homeCommand('show', 'show the monthly usage of a company, a key or an end user', (command) =>
    command
      .option('--company <name or id>', 'usage of all its keys and its own application')
      .option('--key <key>', 'usage of this key; for an enterprise key, all its end users together')
      .option('--user <user>', 'only this end user of an enterprise key')
      .addOption(monthOption()),
  ).action(async (options: ShowOptions) => {
    const { findCompany, findKey, usageOfCompany, usageOfKey } = await import('@plat/accounts/operator');
    if ((options.company === undefined) === (options.key === undefined)) {
      throw new MisuseError('Give either --company or --key');
    }
    if (options.user !== undefined && options.key === undefined) throw new MisuseError('--user needs --key');
    await withAccounts(options, async ({ accounts, output }) => {
      const month = options.month ?? firstOfThisMonth(accounts.clock);
      const overview =
        options.company === undefined
          ? await usageOfKey(accounts, (await findKey(accounts, options.key!)).id, options.user ?? null, month)
          : await usageOfCompany(accounts, await findCompany(accounts, options.company), month);
      output.answer(overview, () => overviewText(overview));
    });
  });

const NOTES: Readonly<Record<UsageOverview['scope'], string>> = {
  company:
    'Limits and remaining belong to the pool that subscriber keys and the application share ("of it in pool").' +
    'End users of enterprise keys have separate limits.',
  users_of_key: 'The sum over all end users of the key. Each has separate limits; --user shows them.',
  key: '',
  user: '',
};

function overviewText({ month, scope, endpoints, resets_at }: UsageOverview): string {
  const header = ['endpoint', 'limit', 'used', 'in progress', 'remaining'];
  const isCompany = scope === 'company';
  const rows = endpoints.map(({ endpoint, limit, used, reserved, remaining, used_in_pool }) => [
    ...[endpoint, limit ?? (scope === 'users_of_key' ? '-' : 'none'), used, reserved, remaining ?? '-'],
    ...(isCompany ? [used_in_pool ?? 0] : []),
  ]);
  const table = textTable(isCompany ? [...header, 'of it in pool'] : header, rows);
  const period = `${month.slice(0, 7)} (UTC) ends at ${resets_at}. Limits are the current ones.`;
  return [table, [period, NOTES[scope]].filter(Boolean).join('\n')].join('\n\n');
}
