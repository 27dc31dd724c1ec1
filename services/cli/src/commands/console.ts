import { Command } from 'commander';
import { signInCommand } from './console/sign-in.ts';

/** `plat console sign-in` */
export const consoleCommand = (): Command =>
  new Command('console').description('let people into the web console').addCommand(signInCommand());
