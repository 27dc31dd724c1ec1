import { datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';
import { rebuildMarketCommand } from './market/rebuild.ts';
import { removeMarketCommand } from './market/remove.ts';
import { rollbackMarketCommand } from './market/rollback.ts';
import { sampleMarketCommand } from './market/sample.ts';
import { versionsMarketCommand } from './market/versions.ts';

/** `plat market status|versions|rollback|remove|rebuild|sample` */
export const marketCommand = (): Command =>
  new Command('market')
    .description('look at the dataset, go back to an earlier version, remove records, rebuild')
    .addCommand(statusCommand())
    .addCommand(versionsMarketCommand())
    .addCommand(rollbackMarketCommand())
    .addCommand(removeMarketCommand())
    .addCommand(rebuildMarketCommand())
    .addCommand(sampleMarketCommand());

const statusCommand = () =>
  new Command('status')
    .description('what serves now, by realm and region')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const [{ utcDay }, { countyLine, liveCounties, staleLines }] = await Promise.all([
        import('@plat/kit'),
        import('@plat/standalone/live-counties'),
      ]);
      const { realmLines, realmsDocument, servedRealms } = await import('@plat/standalone/served-realms');
      const realms = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { ensureMarketSchema } = await import('@plat/dataset');
        await ensureMarketSchema(sql);
        const counties = await liveCounties(sql, process.env.PLAT_AS_OF ?? utcDay(Date.now()));
        return { ...(await servedRealms(sql)), counties };
      });
      const counties = realms.counties.map(countyLine);
      const status = { ...realmsDocument(realms), counties };
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
        const ends = counties.map(({ county, state, records_from, records_through, is_stale }) => [
          county ?? 'not named',
          state,
          records_from ?? 'no sales',
          records_through ?? '-',
          is_stale ? 'yes' : '',
        ]);
        const blocks = [realmLines(realms).join('\n'), textTable(header, rows)];
        if (ends.length > 0) blocks.push(textTable(['county', 'state', 'records from', 'through', 'stale'], ends));
        return [...blocks, ...staleLines(realms.counties)].join('\n\n');
      });
    });
