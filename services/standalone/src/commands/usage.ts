import { Command } from 'commander';
import { recordSearchCommand } from './usage/record-search.ts';
import { showUsageCommand } from './usage/show.ts';
import { rebuildUsageCommand, verifyUsageCommand } from './usage/verify.ts';

/** `plat usage show|verify|rebuild|record-search` */
export const usageCommand = (): Command =>
  new Command('usage')
    .description('what was used of monthly allowances, and whether the figures are those of the ledger')
    .addCommand(showUsageCommand())
    .addCommand(verifyUsageCommand())
    .addCommand(rebuildUsageCommand())
    .addCommand(recordSearchCommand());
