/**
 * The hooks that `bun run hooks` enables. `staged`: checks staged files with Biome and staged lines for secrets.
 * `message <file>`: checks the commit title.
 */

import { readFileSync } from 'node:fs';
import { addedSecrets } from './added-secrets.ts';
import { titleFault } from './commit-title.ts';

const BIOME_FILES = /\.(ts|tsx|js|mjs|json|jsonc|css)$/;

const [what, messageFile = ''] = process.argv.slice(2);
const faults = what === 'message' ? checkTitle(messageFile) : checkStaged();
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);

function checkTitle(file: string): string[] {
  const title = readFileSync(file, 'utf8').split('\n')[0] ?? '';
  const fault = titleFault(title);
  return fault === null ? [] : [`commit title: ${fault}`];
}

function checkStaged(): string[] {
  const faults = addedSecrets(git('diff', '--cached', '--unified=0', '--no-color')).map(
    ({ file, pattern, line }) => `${file}: ${pattern} in a staged line: ${line.trim()}`,
  );
  const files = git('diff', '--cached', '--name-only', '--diff-filter=ACMR')
    .split('\n')
    .filter((file) => BIOME_FILES.test(file));
  if (files.length === 0) return faults;
  const biome = Bun.spawnSync(
    [process.execPath, 'x', 'biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files],
    { stdout: 'inherit', stderr: 'inherit' },
  );
  return biome.exitCode === 0 ? faults : [...faults, 'biome: `bun run format` corrects most of it; stage the result'];
}

function git(...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...words]);
  if (exitCode !== 0) throw new Error(`git ${words.join(' ')} failed: ${stderr}`);
  return stdout.toString();
}
