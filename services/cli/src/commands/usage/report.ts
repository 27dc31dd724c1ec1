import type { UsageReport } from '@plat/accounts/operator';
import { REPORT_DIMENSIONS, type ReportDimension } from '@plat/accounts/terms';
import { MisuseError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import { InvalidArgumentError, Option } from 'commander';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { firstOfThisMonth, monthOption } from './month.ts';

interface ReportOptions extends HomeOptions {
  month?: string;
  by: ReportDimension[];
  company?: string;
  csv: boolean;
}

export const reportUsageCommand = () =>
  homeCommand('report', 'list the calls of a month for billing, directly from the ledger', (command) =>
    command
      .addOption(monthOption())
      .addOption(
        new Option(
          '--by <what>',
          `group by ${REPORT_DIMENSIONS.join(', ')}; several with commas, such as company,endpoint`,
        )
          .argParser(parseDimensions)
          .default(['company'], 'company'),
      )
      .option('--company <name or id>', 'only this company')
      .option('--csv', 'print CSV with a header row', false),
  ).action(async (options: ReportOptions) => {
    if (options.csv && options.json) throw new MisuseError('Give either --csv or --json');
    const { findCompany, usageReport, usageReportCsv } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, output }) => {
      const companyId = options.company === undefined ? undefined : (await findCompany(accounts, options.company)).id;
      const month = options.month ?? firstOfThisMonth(accounts.clock);
      const report = await usageReport(accounts, { month, by: options.by, companyId });
      output.answer(report, () => (options.csv ? usageReportCsv(report).trimEnd() : reportText(report)));
    });
  });

/** @throws InvalidArgumentError unless the text lists dimensions, separated by commas. */
function parseDimensions(text: string): ReportDimension[] {
  const names = text.split(',');
  const known = REPORT_DIMENSIONS.filter((dimension) => names.includes(dimension));
  if (names.every((name) => known.some((dimension) => dimension === name))) return known;
  throw new InvalidArgumentError(`It must be of ${REPORT_DIMENSIONS.join(', ')}; separate several with commas.`);
}

function reportText({ month, columns, rows }: UsageReport): string {
  if (rows.length === 0) return `There were no calls in ${month} (UTC).`;
  const table = textTable(
    columns.map((column) => column.replaceAll('_', ' ')),
    rows.map((row) => columns.map((column) => row[column] ?? '-')),
  );
  return [
    table,
    'Test keys are left out. Calls not counted failed, found nothing, or repeated a counted subject.',
  ].join('\n\n');
}
