import { Command } from 'commander';
import { changeKeyCommand } from './key/change.ts';
import { createKeyCommand } from './key/create.ts';
import { listKeysCommand } from './key/list.ts';
import { rotateKeyCommand } from './key/rotate.ts';
import { showKeyCommand } from './key/show.ts';
import { activateKeyCommand, deactivateKeyCommand, revokeKeyCommand } from './key/stop.ts';

/** `plat key create|list|show|change|deactivate|activate|rotate|revoke` */
export const keyCommand = (): Command =>
  new Command('key')
    .description('create, show, change, stop and rotate API keys')
    .addCommand(createKeyCommand())
    .addCommand(listKeysCommand())
    .addCommand(showKeyCommand())
    .addCommand(changeKeyCommand())
    .addCommand(deactivateKeyCommand())
    .addCommand(activateKeyCommand())
    .addCommand(rotateKeyCommand())
    .addCommand(revokeKeyCommand());
