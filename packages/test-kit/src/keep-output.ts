import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hands what a process of the product said to the test run, which searches all of it for secrets at its end. Does
 * nothing outside `bun run test`, which names the folder.
 */
export function keepOutput(lines: readonly string[]): void {
  const folder = process.env.TEST_OUTPUT_FOLDER;
  if (folder === undefined || folder === '' || lines.length === 0) return;
  appendFileSync(join(folder, `${process.pid}.log`), `${lines.join('\n')}\n`);
}
