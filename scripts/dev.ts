/**
 * `bun run dev [flags of plat start]`: starts Plat on the sample market, and restarts its services when a file that they
 * import is saved. This process holds the embedded PostgreSQL, which keeps running meanwhile.
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../packages/db/src/index.ts';
import { openHome } from '../services/standalone/src/home.ts';
import { userPath } from '../services/standalone/src/settings.ts';

const MAIN = join(import.meta.dir, '../services/cli/src/main.ts');

const flags = process.argv.slice(2);
const { home = process.env.PLAT_HOME ?? '.plat' } = parseArgs({
  args: flags,
  options: { home: { type: 'string' } },
  strict: false,
}).values;
const directory = openHome(userPath(String(home))).postgresDirectory;
const note = (line: string) => process.stderr.write(`${line}\n`);
const database = process.env.DATABASE_URL ? null : await startEmbeddedPostgres({ directory, log: note });

const child = Bun.spawn([process.execPath, '--watch', '--no-clear-screen', MAIN, 'start', ...flags], {
  stdin: 'inherit',
  stdout: 'inherit',
  stderr: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const exitCode = await child.exited;
await database?.close();
process.exit(exitCode);
