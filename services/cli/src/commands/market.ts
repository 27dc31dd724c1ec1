import { Command } from 'commander';
import { rebalanceMarketCommand } from './market/rebalance.ts';
import { rebuildMarketCommand } from './market/rebuild.ts';
import { removeMarketCommand } from './market/remove.ts';
import { rollbackMarketCommand } from './market/rollback.ts';
import { sampleMarketCommand } from './market/sample.ts';
import { statusMarketCommand } from './market/status.ts';
import { versionsMarketCommand } from './market/versions.ts';

/** `plat market status|versions|rollback|remove|rebuild|sample|rebalance` */
export const marketCommand = (): Command =>
  new Command('market')
    .description('inspect the dataset, roll back to an earlier version, remove records, rebuild')
    .addCommand(statusMarketCommand())
    .addCommand(versionsMarketCommand())
    .addCommand(rollbackMarketCommand())
    .addCommand(removeMarketCommand())
    .addCommand(rebuildMarketCommand())
    .addCommand(sampleMarketCommand())
    .addCommand(rebalanceMarketCommand());
