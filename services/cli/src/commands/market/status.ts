import { datasetSentence } from '@plat/standalone/dataset-counts';
import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { wrapText } from '@plat/standalone/wrap-text';
import { Command } from 'commander';
import { nodesTable } from '../../nodes-table.ts';
import { textTable } from '../../text-table.ts';
import { withHome } from '../../with-home.ts';

const REGION_HEADER = ['realm', 'region', 'version', 'as of', 'properties', 'sales', 'flips', 'rentals', 'buyers'];
const COUNTY_HEADER = ['realm', 'county', 'state', 'records from', 'through', 'stale'];

/** `plat market status` */
export const statusMarketCommand = (): Command =>
  new Command('status')
    .description('show the serving dataset by realm, region and county')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const [{ utcDay }, { countyLine, servedCounties, staleLines }, { realmLines, realmsDocument, servedRealms }] =
        await Promise.all([
          import('@plat/kit'),
          import('@plat/standalone/served-counties'),
          import('@plat/standalone/served-realms'),
        ]);
      const { realms, counties, nodes } = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { ensureMarketSchema, hasCitus, regionNodes } = await import('@plat/dataset');
        await ensureMarketSchema(sql);
        const nodes = (await hasCitus(sql)) ? await regionNodes(sql) : null;
        const asOf = process.env.PLAT_AS_OF ?? utcDay(Date.now());
        return { realms: await servedRealms(sql), counties: await servedCounties(sql, asOf), nodes };
      });
      const status = { ...realmsDocument(realms), counties: counties.map(countyLine), ...(nodes && { nodes }) };
      output.answer(status, () => {
        if (status.regions.length === 0) return datasetSentence(status);
        const regions = status.regions.map((region) => [
          ...[region.realm, region.region, region.version, region.as_of, region.properties],
          ...[region.sales, region.flips, region.rentals, region.buyers],
        ]);
        const spans = status.counties.map(({ realm, county, state, records_from, records_through, is_stale }) => [
          ...[realm, county ?? 'unnamed', state, records_from ?? 'no sales', records_through ?? '-'],
          is_stale ? 'yes' : '',
        ]);
        const blocks = [realmLines(realms).join('\n'), textTable(REGION_HEADER, regions)];
        if (spans.length > 0) blocks.push(textTable(COUNTY_HEADER, spans));
        if (nodes !== null) blocks.push(nodesTable(nodes));
        const stale = staleLines(counties).map(wrapText);
        if (stale.length > 0) blocks.push(stale.join('\n'));
        return blocks.join('\n\n');
      });
    });
