import { datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, parseWhole } from '@plat/standalone/settings';
import { Argument, type Command } from 'commander';
import { textTable } from '../../text-table.ts';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

/** `plat market rollback [version]` */
export const rollbackMarketCommand = (): Command =>
  homeCommand('rollback', 'serve a kept version of the live records again', (command) =>
    command
      .addArgument(
        new Argument('[version]', 'number from `plat market versions` (default: the previous version)').argParser(
          parseWhole(1, Number.MAX_SAFE_INTEGER),
        ),
      )
      .addHelpText(
        'after',
        '\nIt switches all regions at once and builds nothing. Contacts roll back too. Do-not-contact lists stay current, so\nlater opt-outs still apply.',
      ),
  ).action(async (to: number | undefined, options: HomeOptions) => {
    const output = createOutput(options.json);
    const report = await withHome({ ...options, note: output.note }, async ({ sql }) => {
      const { rollbackMarket } = await import('@plat/pipeline');
      return rollbackMarket({ sql, to });
    });
    output.answer(report, () => {
      const rows = report.regions.map(({ region, serves, replaced }) => [region, serves ?? '-', replaced ?? '-']);
      const table = textTable(['region', 'serves build', 'instead of'], rows);
      return `Version ${report.restores} serves again.\n\n${table}\n\n${datasetSentence(report.dataset)}`;
    });
  });
