import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';
import { nodesTable } from '../../nodes-table.ts';
import { withHome } from '../../with-home.ts';

/** `plat market rebalance` */
export const rebalanceMarketCommand = (): Command =>
  new Command('rebalance')
    .description('move states between the database servers, so that each has about as many bytes (Citus)')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions) => {
      const output = createOutput(options.json);
      const nodes = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        const { ensureMarketSchema, hasCitus, MarketError, rebalanceRegions, regionNodes, withImportLock } =
          await import('@plat/dataset');
        await ensureMarketSchema(sql);
        if (!(await hasCitus(sql))) {
          throw new MarketError('The database is one server.', 'docs/operate/grow.md tells how to use several.');
        }
        await withImportLock(sql, () => rebalanceRegions(sql));
        return regionNodes(sql);
      });
      output.answer({ nodes }, () => nodesTable(nodes));
    });
