import { Command } from 'commander';
import { activateAccountCommand, changeAccountCommand, deactivateAccountCommand } from './account/change.ts';
import { createAccountCommand } from './account/create.ts';
import { limitAccountCommand } from './account/limit.ts';
import { listAccountsCommand } from './account/list.ts';
import { seatCommand } from './account/seat.ts';
import { showAccountCommand } from './account/show.ts';

/** `plat account create|list|show|change|deactivate|activate|limit|seat` */
export const accountCommand = (): Command =>
  new Command('account')
    .description('create, show and change companies that own keys, with their limits and seats')
    .addCommand(createAccountCommand())
    .addCommand(listAccountsCommand())
    .addCommand(showAccountCommand())
    .addCommand(changeAccountCommand())
    .addCommand(deactivateAccountCommand())
    .addCommand(activateAccountCommand())
    .addCommand(limitAccountCommand())
    .addCommand(seatCommand());
