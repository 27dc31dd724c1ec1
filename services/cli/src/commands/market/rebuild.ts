import { countsOf, datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import { asOfOption, type HomeOptions } from '@plat/standalone/settings';
import type { Command } from 'commander';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

/** `plat market rebuild` */
export const rebuildMarketCommand = (): Command =>
  homeCommand('rebuild', "rebuild the dataset from this home's facts, for a release with other tables", (command) =>
    command.addOption(asOfOption()),
  ).action(async (options: HomeOptions & { asOf?: string }) => {
    const { utcDay } = await import('@plat/kit');
    const { datasetStatus, ensureMarketSchema } = await import('@plat/dataset');
    const { rebuildMarket } = await import('@plat/pipeline');
    const output = createOutput(options.json);
    const asOf = options.asOf ?? utcDay(Date.now());
    const status = await withHome({ ...options, note: output.note, needsHome: true }, async ({ home, sql }) => {
      await ensureMarketSchema(sql);
      const { createProgressDisplay } = await import('@plat/standalone/progress');
      const progress = createProgressDisplay();
      await rebuildMarket({ home: home.path, sql, asOf, onProgress: progress.show }).finally(progress.end);
      return datasetStatus(sql, 'live');
    });
    output.answer(countsOf(status), () => datasetSentence(countsOf(status)));
  });
