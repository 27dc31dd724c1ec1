import { homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';

/** A command on a home; appends `--home` and `--json` to its options. */
export const homeCommand = (name: string, description: string, options: (command: Command) => Command): Command =>
  options(new Command(name).description(description)).addOption(homeOption()).addOption(jsonOption());
