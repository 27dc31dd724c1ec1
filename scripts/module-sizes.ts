/** `bun scripts/module-sizes.ts`: no module has more than 3,000 lines of source, tests and generated code apart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modulesAbove } from './modules-above.ts';

const MAX_LINES = 3_000;
const ROOT = join(import.meta.dir, '..');

const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--', 'packages', 'services'], { cwd: ROOT });
const files = listed.stdout.toString().split('\0').filter(Boolean);
const large = modulesAbove(MAX_LINES, files, (path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1);
for (const { module, lines } of large) console.log(`${module} has ${lines} lines of source; at most ${MAX_LINES}`);
if (large.length === 0) console.log(`every module has at most ${MAX_LINES} lines of source`);
process.exit(large.length === 0 ? 0 : 1);
