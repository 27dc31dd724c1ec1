/**
 * `bun run generate [--check]` writes every generated file. `--check` restores the files and fails when one was not
 * current.
 */
import { join } from 'node:path';
import { type Generator, regenerate } from './regenerate.ts';

const migrations = (service: string): Generator => ({
  command: ['bun', '--bun', 'run', 'drizzle-kit', 'generate'],
  folder: `services/${service}`,
  outputs: [`services/${service}/src/store/migrations`],
});

/** The client is generated from the API document. */
const GENERATORS: readonly Generator[] = [
  {
    command: ['bun', 'packages/contracts/scripts/api.ts', 'accept'],
    outputs: ['packages/contracts/openapi', 'CHANGELOG.md'],
  },
  {
    command: ['bun', 'packages/client/scripts/generate.ts'],
    outputs: ['packages/client/src/generated'],
    isAfterOthers: true,
  },
  ...['accounts', 'automation', 'console', 'investors'].map(migrations),
  {
    command: ['bun', 'packages/pipeline/src/canonical/canonical-docs.ts'],
    outputs: ['docs/reference/canonical-files.md'],
  },
  { command: ['bun', 'services/cli/src/settings-page.ts'], outputs: ['docs/operate/settings.md'] },
  { command: ['bun', 'scripts/house-map.ts'], outputs: ['docs/contributing.md'] },
];

const isCheck = process.argv.includes('--check');
const stale = await regenerate(join(import.meta.dir, '..'), GENERATORS, { restore: isCheck });
for (const path of stale) console.log(isCheck ? `${path} is out of date: bun run generate` : `wrote ${path}`);
if (stale.length === 0) console.log('generated files are up to date');
process.exit(isCheck && stale.length > 0 ? 1 : 0);
