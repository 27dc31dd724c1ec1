import { reportFailure, reportMisuse } from '@plat/standalone/output';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';

/**
 * Runs one command line and says on stderr why it failed.
 * @param argv with the runtime and the script in front, as in `process.argv`.
 * @returns the exit status of a command that failed or only showed its help; undefined when it did its work.
 */
export async function runCommand(argv: readonly string[]): Promise<number | undefined> {
  const isJson = argv.includes('--json');
  try {
    await createProgram().parseAsync([...argv]);
    return undefined;
  } catch (error) {
    return error instanceof CommanderError ? reportMisuse(error, isJson) : reportFailure(error, isJson);
  }
}
