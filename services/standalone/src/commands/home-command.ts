import { Command } from 'commander';
import { homeOption, jsonOption } from '../settings.ts';

/** A command on a home: `--home` and `--json` stand at the end of its options. */
export const homeCommand = (name: string, description: string, options: (command: Command) => Command): Command =>
  options(new Command(name).description(description)).addOption(homeOption()).addOption(jsonOption());
