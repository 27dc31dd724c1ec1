import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KINDS, kindOf, ROOT } from './test-files.ts';

export const TIMINGS_FILE = join(import.meta.dir, 'test-timings.json');
export const COSTS_FILE = join(ROOT, 'docs/reference/test-costs.md');
const SLOWEST_SHOWN = 20;

/** @returns the page with the cost of each suite, from `test-timings.json` (milliseconds by file). */
export function costsPage(): string {
  const timings = (JSON.parse(readFileSync(TIMINGS_FILE, 'utf8')) as { files: Record<string, number> }).files;
  const files = Object.entries(timings).sort(([, a], [, b]) => b - a);
  const folderOf = (file: string) =>
    dirname(file)
      .split('/')
      .slice(0, file.startsWith('tests/') ? 3 : 2)
      .join('/');
  const folders = [...new Set(files.map(([file]) => folderOf(file)))];
  const seconds = (of: readonly (readonly [string, number])[]) => of.reduce((sum, [, ms]) => sum + ms, 0) / 1000;
  const cells = (of: readonly (readonly [string, number])[]) => [
    ...KINDS.map((kind) => seconds(of.filter(([file]) => kindOf(file) === kind)).toFixed(0)),
    seconds(of).toFixed(0),
  ];
  const suites = folders
    .map((folder) => [folder, files.filter(([file]) => folderOf(file) === folder)] as const)
    .sort(([, a], [, b]) => seconds(b) - seconds(a));
  return `# What the tests cost

\`bun run test --costs\` writes this page from \`scripts/test-timings.json\`, and \`bun run test --update-timings\`
measures again. The figures are seconds of one worker; a run has two workers more than the machine has cores. They
include waiting, so they grow on a busy machine.

| suite | files | unit | int | e2e | all |
|---|--:|--:|--:|--:|--:|
${suites.map(([folder, of]) => `| ${[folder, of.length, ...cells(of)].join(' | ')} |`).join('\n')}
| **all** | ${[files.length, ...cells(files)].join(' | ')} |

The ${SLOWEST_SHOWN} files that cost most:

| file | seconds |
|---|--:|
${files
  .slice(0, SLOWEST_SHOWN)
  .map(([file, ms]) => `| ${file} | ${(ms / 1000).toFixed(0)} |`)
  .join('\n')}
`;
}

export function writeCosts(): void {
  writeFileSync(COSTS_FILE, costsPage());
}
