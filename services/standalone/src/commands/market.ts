import { Command } from 'commander';
import { datasetSentence } from '../dataset-counts.ts';
import { createOutput } from '../output.ts';
import { type HomeOptions, homeOption, jsonOption } from '../settings.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';
import { rebuildMarketCommand } from './market/rebuild.ts';
import { sampleMarketCommand } from './market/sample.ts';

/** `plat market status|versions|rollback|rebuild|sample` */
export const marketCommand = (): Command =>
  new Command('market')
    .description('look at the dataset that serves, make it anew, and go back to the one before')
    .addCommand(statusCommand())
    .addCommand(versionsCommand())
    .addCommand(rollbackCommand())
    .addCommand(rebuildMarketCommand())
    .addCommand(sampleMarketCommand());

const statusCommand = () =>
  new Command('status')
    .description('what serves now, by realm and region')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const { realmLines, realmsDocument, servedRealms } = await import('../served-realms.ts');
      const realms = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { ensureMarketSchema } = await import('@plat/market');
        await ensureMarketSchema(sql);
        return servedRealms(sql);
      });
      const status = realmsDocument(realms);
      output.answer(status, () => {
        if (status.regions.length === 0) return datasetSentence(status);
        const rows = status.regions.map((region) => [
          region.realm,
          region.region,
          region.version,
          region.as_of,
          region.properties,
          region.sales,
          region.flips,
          region.rentals,
          region.buyers,
        ]);
        const header = ['realm', 'region', 'version', 'as of', 'properties', 'sales', 'flips', 'rentals', 'buyers'];
        return `${realmLines(realms).join('\n')}\n\n${textTable(header, rows)}`;
      });
    });

const versionsCommand = () =>
  new Command('versions')
    .description('every version of the live records, newest first')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const versions = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { ensureMarketSchema } = await import('@plat/market');
        const { marketVersions } = await import('@plat/market/pipeline');
        await ensureMarketSchema(sql);
        return marketVersions(sql, 'live');
      });
      output.answer({ versions }, () =>
        versions.length === 0
          ? 'Nothing was published yet.'
          : textTable(
              ['version', 'kind', 'as of', 'published', 'sources', 'regions', ''],
              versions.map(({ version, kind, as_of, created_at, sources, regions, is_serving }) => [
                version,
                kind,
                as_of,
                created_at.slice(0, 19).replace('T', ' '),
                sources.join(', '),
                Object.keys(regions).join(', '),
                is_serving ? 'serves now' : '',
              ]),
            ),
      );
    });

const rollbackCommand = () =>
  new Command('rollback')
    .description('serve again what the last change replaced')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const report = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { rollbackMarket } = await import('@plat/market/pipeline');
        return rollbackMarket({ sql });
      });
      output.answer(report, () => {
        const rows = report.regions.map(({ region, serves, replaced }) => [region, serves ?? '-', replaced ?? '-']);
        return `${textTable(['region', 'serves build', 'instead of'], rows)}\n\n${datasetSentence(report.dataset)}`;
      });
    });
