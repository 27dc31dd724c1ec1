/**
 * `bun scripts/market-sql.ts`: only packages/dataset reads the published market by SQL, and only packages/pipeline
 * writes it. Tests, fixtures and benchmarks make markets of their own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marketStatements } from './market-statements.ts';

const ROOT = join(import.meta.dir, '..');
/** The migrator reads the history of whichever schema it is given. */
const AT_HOME = /^packages\/(dataset\/|pipeline\/|db\/src\/migrate\.ts$)/;
const TEST_CODE = /\.(test|fixture)\.ts$|\/testing\/|^packages\/test-kit\//;

const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
const files = listed.stdout
  .toString()
  .split('\0')
  .filter((path) => /^(packages|services)\/.*\.ts$/.test(path) && !AT_HOME.test(path) && !TEST_CODE.test(path));
const found = files.flatMap((path) =>
  marketStatements(readFileSync(join(ROOT, path), 'utf8')).map((one) => ({ path, ...one })),
);
for (const { path, line, statement } of found) {
  console.log(`${path}:${line}  "${statement}…": read the market through @plat/dataset`);
}
if (found.length === 0) console.log('only packages/dataset and packages/pipeline have SQL over the market');
process.exit(found.length === 0 ? 0 : 1);
