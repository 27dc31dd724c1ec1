import { Command } from 'commander';
import { listDealsCommand } from './deals/list.ts';
import { showDealCommand } from './deals/show.ts';

/** `plat deals [show]` */
export const dealsCommand = (): Command =>
  new Command('deals')
    .description('deals of searched properties, as sent to CRMs')
    .addCommand(listDealsCommand(), { isDefault: true })
    .addCommand(showDealCommand());
