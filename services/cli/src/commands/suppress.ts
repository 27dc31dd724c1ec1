import { Command } from 'commander';
import { suppressEmailCommand, suppressPersonCommand, suppressPhoneCommand } from './suppress/add.ts';
import { listSuppressionsCommand } from './suppress/list.ts';
import { removeSuppressionCommand } from './suppress/remove.ts';

/** `plat suppress phone|email|person|list|remove` */
export const suppressCommand = (): Command =>
  new Command('suppress')
    .description('do-not-contact entries of this installation beside imported lists; effective from the next read')
    .addCommand(suppressPhoneCommand())
    .addCommand(suppressEmailCommand())
    .addCommand(suppressPersonCommand())
    .addCommand(listSuppressionsCommand())
    .addCommand(removeSuppressionCommand());
