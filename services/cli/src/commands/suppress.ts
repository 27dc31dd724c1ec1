import { Command } from 'commander';
import { suppressEmailCommand, suppressPersonCommand, suppressPhoneCommand } from './suppress/add.ts';
import { listSuppressionsCommand } from './suppress/list.ts';
import { removeSuppressionCommand } from './suppress/remove.ts';

/** `plat suppress phone|email|person|list|remove` */
export const suppressCommand = (): Command =>
  new Command('suppress')
    .description('who must not be contacted, beside the lists that were imported; holds from the next read on')
    .addCommand(suppressPhoneCommand())
    .addCommand(suppressEmailCommand())
    .addCommand(suppressPersonCommand())
    .addCommand(listSuppressionsCommand())
    .addCommand(removeSuppressionCommand());
