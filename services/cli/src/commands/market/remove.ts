import { datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

/** `plat market remove <state>` */
export const removeMarketCommand = (): Command =>
  homeCommand('remove', 'remove the live records of a state or a county', (command) =>
    command
      .argument('<state>', 'two-letter code, such as AZ', parseState)
      .addOption(new Option('--county <fips>', 'only this county, such as 04013').argParser(parseFips))
      .addHelpText(
        'after',
        '\nOther counties and states stay. A later import of the records restores them with the same identifiers, and so does\n`plat market rollback` while the version is kept. Contacts and do-not-contact lists stay.',
      ),
  ).action(async (state: string, options: HomeOptions & { county?: string }) => {
    const { removeFromMarket } = await import('@plat/pipeline');
    const { createProgressDisplay } = await import('@plat/standalone/progress');
    const output = createOutput(options.json);
    const report = await withHome({ ...options, note: output.note }, async ({ home, sql }) => {
      const progress = createProgressDisplay();
      const request = { home: home.path, sql, state, county: options.county, onProgress: progress.show };
      return removeFromMarket(request).finally(progress.end);
    });
    const of = report.county === null ? report.state : `county ${report.county} in ${report.state}`;
    output.answer(
      report,
      () => `Removed ${report.properties} properties of ${of}.\n${datasetSentence(report.dataset)}`,
    );
  });

function parseState(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('It must be a two-letter state code such as AZ.');
}

function parseFips(text: string): string {
  if (/^\d{5}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a 5-digit FIPS code such as 04013.');
}
