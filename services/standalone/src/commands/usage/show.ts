import type { UsageReport } from '@plat/accounts/operator';
import { InvalidArgumentError, Option } from 'commander';
import { MisuseError } from '../../failures.ts';
import type { HomeOptions } from '../../settings.ts';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

interface ShowOptions extends HomeOptions {
  company?: string;
  key?: string;
  user?: string;
  month?: string;
}

export const showUsageCommand = () =>
  homeCommand('show', 'what a company, a key or an end user used in a month', (command) =>
    command
      .option('--company <name or id>', 'the pool of its subscriber keys and its own application')
      .option('--key <key>', 'what this key draws on')
      .option('--user <user>', 'the end user of an enterprise key')
      .addOption(new Option('--month <YYYY-MM>', 'month in UTC (default: this one)').argParser(parseMonth)),
  ).action(async (options: ShowOptions) => {
    const { findCompany, findKey, usageReportOfCompany, usageReportOfKey } = await import('@plat/accounts/operator');
    if ((options.company === undefined) === (options.key === undefined)) {
      throw new MisuseError('Give either --company or --key');
    }
    if (options.user !== undefined && options.key === undefined) throw new MisuseError('--user needs --key');
    await withAccounts(options, async ({ accounts, output }) => {
      const month = options.month ?? `${new Date(accounts.clock.nowMs()).toISOString().slice(0, 7)}-01`;
      const report =
        options.company === undefined
          ? await usageReportOfKey(accounts, (await findKey(accounts, options.key!)).id, options.user ?? null, month)
          : await usageReportOfCompany(accounts, await findCompany(accounts, options.company), month);
      output.answer(report, () => reportText(report));
    });
  });

/** @returns the first day of the month. @throws InvalidArgumentError unless the text is a month. */
function parseMonth(text: string): string {
  if (/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)) return `${text}-01`;
  throw new InvalidArgumentError('It must be a month such as 2026-01.');
}

const reportText = ({ month, endpoints, resets_at }: UsageReport): string =>
  [
    textTable(
      ['endpoint', 'limit', 'used', 'in progress', 'remaining'],
      endpoints.map(({ endpoint, limit, used, reserved, remaining }) => [
        ...[endpoint, limit ?? 'none', used, reserved, remaining ?? '-'],
      ]),
    ),
    `${month.slice(0, 7)} (UTC) ends at ${resets_at}. Limits are those of now.`,
  ].join('\n\n');
