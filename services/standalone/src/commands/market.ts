import { datasetStatus, ensureMarketSchema } from '@plat/market';
import { marketVersions, rollbackMarket } from '@plat/market/pipeline';
import { Command } from 'commander';
import { countsOf, datasetSentence } from '../dataset-counts.ts';
import { createOutput } from '../output.ts';
import { withSession } from '../session.ts';
import { type HomeOptions, homeOption, jsonOption } from '../settings.ts';
import { textTable } from '../text-table.ts';

/** `plat market status|versions|rollback` */
export const marketCommand = (): Command =>
  new Command('market')
    .description('look at the dataset that serves, and go back to the one before')
    .addCommand(statusCommand())
    .addCommand(versionsCommand())
    .addCommand(rollbackCommand());

const statusCommand = () =>
  new Command('status')
    .description('what serves now, by region')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const status = await withSession({ home: options.home, note: output.note }, async ({ sql }) => {
        await ensureMarketSchema(sql);
        return datasetStatus(sql);
      });
      output.answer(status, () => {
        if (status.regions.length === 0) return datasetSentence(status);
        const rows = status.regions.map((region) => [
          region.is_sample ? `${region.region} (synthetic)` : region.region,
          region.version,
          region.as_of,
          region.properties,
          region.sales,
          region.flips,
          region.rentals,
          region.buyers,
        ]);
        const header = ['region', 'version', 'as of', 'properties', 'sales', 'flips', 'rentals', 'buyers'];
        return `${datasetSentence(status)}\n\n${textTable(header, rows)}`;
      });
    });

const versionsCommand = () =>
  new Command('versions')
    .description('every version that was published, newest first')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const versions = await withSession({ home: options.home, note: output.note }, async ({ sql }) => {
        await ensureMarketSchema(sql);
        return marketVersions(sql);
      });
      output.answer({ versions }, () => JSON.stringify(versions));
    });

const rollbackCommand = () =>
  new Command('rollback')
    .description('serve again what the last change replaced')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const { sql: _, ...result } = await withSession({ home: options.home, note: output.note }, async (session) => {
        await ensureMarketSchema(session.sql);
        await rollbackMarket({ sql: session.sql, home: session.home.path });
        return { sql: null, dataset: countsOf(await datasetStatus(session.sql)) };
      });
      output.answer(result, () => datasetSentence(result.dataset));
    });
