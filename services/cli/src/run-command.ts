import { reportFailure, reportMisuse } from '@plat/standalone/output';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';

/**
 * Runs one command line and reports failures on stderr.
 * @param argv including the runtime and the script, like `process.argv`.
 * @returns the exit status after a failure or help; undefined after success.
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
