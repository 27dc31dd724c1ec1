import { Command } from 'commander';
import { addAutomationUserCommand } from './automation/add.ts';
import { listAutomationUsersCommand } from './automation/list.ts';
import { disableAutomationUserCommand, enableAutomationUserCommand } from './automation/state.ts';

/** `plat automation add|list|disable|enable` */
export const automationCommand = (): Command =>
  new Command('automation')
    .description('users who connect an automation platform')
    .addCommand(addAutomationUserCommand())
    .addCommand(listAutomationUsersCommand())
    .addCommand(disableAutomationUserCommand())
    .addCommand(enableAutomationUserCommand());
