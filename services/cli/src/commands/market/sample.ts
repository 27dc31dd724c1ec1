import { countsOf, datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import { asOfOption, type HomeOptions, parseWhole } from '@plat/standalone/settings';
import { type Command, Option } from 'commander';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

const MAX_PARCELS = 10_000_000;

/** `plat market sample` */
export const sampleMarketCommand = (): Command =>
  homeCommand(
    'sample',
    'generate the sample market for test keys; all people and properties are fictional',
    (command) =>
      command
        .addOption(
          new Option('--parcels <count>', 'number of parcels (default: 60000)').argParser(parseWhole(1, MAX_PARCELS)),
        )
        .addOption(asOfOption()),
  ).action(async (options: HomeOptions & { parcels?: number; asOf?: string }) => {
    const { datasetStatus, SAMPLE_AS_OF } = await import('@plat/dataset');
    const output = createOutput(options.json);
    if (options.asOf !== undefined && options.asOf !== SAMPLE_AS_OF) {
      output.note(`The sample market of this release ends on ${SAMPLE_AS_OF}; --as-of does not change that.`);
    }
    const status = await withHome({ ...options, note: output.note }, async ({ home, sql }) => {
      const { createProgressDisplay } = await import('@plat/standalone/progress');
      const progress = createProgressDisplay();
      const { ensureSampleMarket } = await import('@plat/standalone/sample-market');
      await ensureSampleMarket({ home, sql, parcels: options.parcels, note: output.note, progress });
      return datasetStatus(sql, 'sample');
    });
    output.answer(countsOf(status), () => datasetSentence(countsOf(status)));
  });
