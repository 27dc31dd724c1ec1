import { Command } from 'commander';
import { createUserCommand } from './user/create.ts';
import { listUsersCommand } from './user/list.ts';
import { showUserCommand } from './user/show.ts';
import { activateUserCommand, deactivateUserCommand } from './user/state.ts';
import { resubscribeUserCommand, subscribeUserCommand, unsubscribeUserCommand } from './user/subscription.ts';

/** `plat user create|list|show|activate|deactivate|subscribe|unsubscribe|resubscribe` */
export const userCommand = (): Command =>
  new Command('user')
    .description('manage end users of an enterprise key, like the key itself does through the API')
    .addCommand(createUserCommand())
    .addCommand(listUsersCommand())
    .addCommand(showUserCommand())
    .addCommand(activateUserCommand())
    .addCommand(deactivateUserCommand())
    .addCommand(subscribeUserCommand())
    .addCommand(unsubscribeUserCommand())
    .addCommand(resubscribeUserCommand());
