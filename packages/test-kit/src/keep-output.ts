import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Saves the output of a started process for the end of the test run, which searches all of it for secrets. Does
 * nothing outside `bun run test`, which sets the folder.
 */
export function keepOutput(lines: readonly string[]): void {
  const folder = process.env.TEST_OUTPUT_FOLDER;
  if (folder === undefined || folder === '' || lines.length === 0) return;
  appendFileSync(join(folder, `${process.pid}.log`), `${lines.join('\n')}\n`);
}
