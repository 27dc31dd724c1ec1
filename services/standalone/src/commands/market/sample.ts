import { type Command, Option } from 'commander';
import { countsOf, datasetSentence } from '../../dataset-counts.ts';
import { createOutput } from '../../output.ts';
import { asOfOption, type HomeOptions, parseWhole } from '../../settings.ts';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

const MAX_PARCELS = 10_000_000;

/** `plat market sample` */
export const sampleMarketCommand = (): Command =>
  homeCommand('sample', 'make the synthetic market, in which no real person or property is, and serve it', (command) =>
    command
      .addOption(
        new Option('--parcels <count>', 'size of the market (default: 60000)').argParser(parseWhole(1, MAX_PARCELS)),
      )
      .addOption(asOfOption()),
  ).action(async (options: HomeOptions & { parcels?: number; asOf?: string }) => {
    const { utcDay } = await import('@plat/kit');
    const { datasetStatus, ensureMarketSchema } = await import('@plat/market');
    const output = createOutput(options.json);
    const asOf = options.asOf ?? utcDay(Date.now());
    const status = await withHome({ ...options, note: output.note }, async ({ home, sql }) => {
      await ensureMarketSchema(sql);
      const { createProgressDisplay } = await import('../../progress.ts');
      const progress = createProgressDisplay();
      const { ensureSampleMarket } = await import('../../sample-market.ts');
      await ensureSampleMarket({
        ...{ home, sql, asOf, isExplicit: true, parcels: options.parcels, note: output.note, progress },
      });
      return datasetStatus(sql);
    });
    output.answer(countsOf(status), () => datasetSentence(countsOf(status)));
  });
