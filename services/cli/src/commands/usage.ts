import { Command } from 'commander';
import { recordSearchCommand } from './usage/record-search.ts';
import { reportUsageCommand } from './usage/report.ts';
import { showUsageCommand } from './usage/show.ts';
import { rebuildUsageCommand, verifyUsageCommand } from './usage/verify.ts';

/** `plat usage show|report|verify|rebuild|record-search` */
export const usageCommand = (): Command =>
  new Command('usage')
    .description('show, bill and verify usage of monthly allowances')
    .addCommand(showUsageCommand())
    .addCommand(reportUsageCommand())
    .addCommand(verifyUsageCommand())
    .addCommand(rebuildUsageCommand())
    .addCommand(recordSearchCommand());
